/** What a session needs only to send requests: loaded with the first one. */
export { createServiceClient } from '../service/client';
export { listProjects } from '../service/projectListing';
export { startWithPage } from './firstPage';
