import { isServiceError } from '../../service/errors';

/** How long the user waits for what is only of help, in milliseconds. */
const maxMs = 5000;

/** Reads what can be read in a short time, or before `signal` is aborted. The rest stays unknown. */
export async function readInTime(
  read: (signal: AbortSignal) => Promise<unknown>,
  signal: AbortSignal,
): Promise<void> {
  try {
    await read(AbortSignal.any([signal, AbortSignal.timeout(maxMs)]));
  } catch (error) {
    if (!isServiceError(error, 'cancelled')) throw error;
  }
}
