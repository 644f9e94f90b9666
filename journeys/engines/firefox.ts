import { existsSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import type { PlaywrightWorkerOptions } from '@playwright/test'

const paths = [process.env['FIREFOX_PATH'], '/usr/bin/firefox-esr', '/usr/bin/firefox']

/** Returns the path of the system's Firefox. */
export const findFirefox = () => paths.find((path) => path !== undefined && existsSync(path))

/** Lets Playwright drive an unmodified Firefox over WebDriver BiDi. */
export const firefoxOptions: Partial<PlaywrightWorkerOptions> = {
  browserName: 'firefox',
  channel: 'moz-firefox',
  launchOptions: {
    executablePath: join(import.meta.dirname, 'launch-firefox.ts'),
    env: {
      ...process.env,
      FIREFOX_PATH: findFirefox() ?? '',
      // The program above is started by this Node.
      PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter),
    },
  },
}
