export { eventPath, locationPath, passPath, purchasePath, venuePath } from '../../catalogue/site-paths.js';
