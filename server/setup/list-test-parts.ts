import type { TestPart } from '#contract/opening.ts'
import type { Config } from '#server/platform/config.ts'

type TestSettings = Pick<Config, 'production' | 'cards' | 'carriers' | 'viesUrl' | 'developmentChooser'>

/** Lists what of the shop is only for testing, by the settings of the server. */
export function listTestParts({ production, cards, carriers, viesUrl, developmentChooser }: TestSettings): TestPart[] {
  const parts: Record<TestPart, boolean> = {
    server: !production,
    sandbox: cards.mode === 'sandbox',
    'test-keys': cards.mode === 'stripe' && cards.publishableKey.startsWith('pk_test_'),
    carriers: carriers.mode === 'test',
    'tax-ids': viesUrl === undefined,
    accounts: developmentChooser,
    outbox: !production,
  }
  return (Object.keys(parts) as TestPart[]).filter((part) => parts[part])
}
