import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { findChromium } from './journeys/chromium.ts'

export default defineConfig({
  testDir: 'journeys',
  testMatch: '*.test.ts',
  globalSetup: './journeys/create-template-shop.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  // They wait for a part of the time.
  workers: availableParallelism() + 2,
  // A busy machine may be several times slower.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  forbidOnly: Boolean(process.env['CI']),
  use: {
    launchOptions: await findChromium(),
    screenshot: 'only-on-failure',
    // Traces cost a fifth of the time; enable them to debug a failure.
    trace: process.env['JOURNEYS_TRACE'] ? 'retain-on-failure' : 'off',
  },
})
