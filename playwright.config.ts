import { defineConfig } from '@playwright/test'
import { findChromium } from './journeys/chromium.ts'

export default defineConfig({
  testDir: 'journeys',
  testMatch: '*.test.ts',
  globalSetup: './journeys/stock-template-shop.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  // They wait more than they work.
  workers: 3,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  forbidOnly: Boolean(process.env['CI']),
  use: {
    launchOptions: await findChromium(),
    screenshot: 'only-on-failure',
    // Recording every step costs a fifth of the time; it is there for whoever looks into a failure.
    trace: process.env['JOURNEYS_TRACE'] ? 'retain-on-failure' : 'off',
  },
})
