export { UsageFault } from './faults.js';
export { type LoadedProfile, loadProfile } from './profile/load.js';
export type { Profile } from './profile/profile.js';
export type { ClauseReport, Evidence, Report } from './reports/report.js';
export { terminalReport } from './reports/terminal-report.js';
export type { Progress } from './run/run-all.js';
export {
  type Catalogue,
  type ConformanceOptions,
  loadCatalogue,
  runConformance,
} from './run/run-conformance.js';
