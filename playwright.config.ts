import { defineConfig } from '@playwright/test'
import { findChromium } from './journeys/chromium.ts'

export default defineConfig({
  testDir: 'journeys',
  testMatch: '*.test.ts',
  globalSetup: './journeys/stock-template-shop.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: Boolean(process.env['CI']),
  use: {
    launchOptions: await findChromium(),
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
  },
})
