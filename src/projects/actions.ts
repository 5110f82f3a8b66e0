/** Everything that somebody does with rows and that asks or tells: loaded when the first of it is needed. */
export { showServiceError } from '../details/errorMessage';
export { addMachinePool, pickPoolParent, renamePinnedPool } from './addMachinePool';
export { compare } from './details/compare';
export { copyAsJson, copyLines } from './details/copy';
export { documentOf } from './details/documentOf';
export { openInWebConsole } from './details/openInWebConsole';
export { showDetails } from './details/showDetails';
export { clearFilter, filterProjects, sortProjects } from './find/filterProjects';
export { goTo, goToAttention } from './find/goTo';
export { loadAllProjects } from './find/loadAll';
