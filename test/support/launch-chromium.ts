import { type Browser, chromium } from 'playwright-core';
import { findChromium } from './find-chromium.js';

const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The browser on the PATH, which asks nobody for anything. */
export const launchChromium = async (): Promise<Browser> => {
  const executablePath = await findChromium();
  if (executablePath === undefined) throw new Error('no browser');
  return chromium.launch({ executablePath, args: flags });
};
