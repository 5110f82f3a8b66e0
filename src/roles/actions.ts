/** Everything that somebody does with roles, and what is told of it: loaded when the first of it is needed. */
export { showServiceError } from '../ui/errorMessage';
export { logRemoval, logRestoration } from './log';
export { removeFlow } from './removeFlow';
export { reportRemovals } from './reportRemoval';
export { restoreFlow } from './restoreFlow';
export { restorableOf } from './restoring';
export { showTeams } from './showTeams';
export { tellLateOutcomes } from './tellLateOutcomes';
