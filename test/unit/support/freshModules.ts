import { vi } from 'vitest';

// Each test file has modules of its own, in a worker that has loaded the packages they use.
vi.resetModules();
