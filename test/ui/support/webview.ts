import type { FrameLocator, Page } from '@playwright/test';

/** The document of the webview that is shown, which is a frame in a frame. */
export function webviewFrame(page: Page): FrameLocator {
  return page.frameLocator('iframe.webview.ready').frameLocator('#active-frame');
}
