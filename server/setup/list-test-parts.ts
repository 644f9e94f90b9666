import type { TestPart } from '#contract/opening.ts'
import { type Config, lacksPublicUrl } from '#server/platform/config.ts'

type TestSettings = Pick<Config, 'production' | 'publicUrl' | 'cards' | 'carriers' | 'viesUrl' | 'developmentChooser'>

/** Lists what of the shop is only for testing, by the settings of the server. */
export function listTestParts(settings: TestSettings): TestPart[] {
  const { production, cards, carriers, viesUrl, developmentChooser } = settings
  const parts: Record<TestPart, boolean> = {
    server: !production,
    address: lacksPublicUrl(settings),
    sandbox: cards.mode === 'sandbox',
    'test-keys': cards.mode === 'stripe' && cards.publishableKey.startsWith('pk_test_'),
    carriers: carriers.mode === 'test',
    'tax-ids': viesUrl === undefined,
    accounts: developmentChooser,
    outbox: !production,
  }
  return (Object.keys(parts) as TestPart[]).filter((part) => parts[part])
}
