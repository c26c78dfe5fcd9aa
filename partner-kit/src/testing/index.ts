export { type StoreUnderTest, storeContract } from './store-contract.js';
