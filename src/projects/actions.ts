/** Everything that somebody does with rows and that asks or tells: loaded when the first of it is needed. */
export { showServiceError } from '../ui/errorMessage';
export { addMachinePool, pickPoolParent, renamePinnedPool } from './addMachinePool';
export { compare } from './rowCommands/compare';
export { copyAsJson, copyLines } from './rowCommands/copy';
export { documentOf } from './rowCommands/documentOf';
export { openInWebConsole } from './rowCommands/openInWebConsole';
export { showDetails } from './rowCommands/showDetails';
export { clearFilter, filterProjects, sortProjects } from './find/filterProjects';
export { goTo, goToAttention } from './find/goTo';
export { loadAllProjects } from './find/loadAll';
