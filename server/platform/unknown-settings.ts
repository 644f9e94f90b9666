import { ConfigError, settingsSchema } from '#server/platform/config.ts'
import { countEdits } from '#server/platform/count-edits.ts'

const known = Object.keys(settingsSchema.properties)
/** Lists the first words of settings that other programs use, too, as in NODE_OPTIONS. */
const shared = new Set([
  'DATABASE',
  'FACEBOOK',
  'FIREBASE',
  'GITHUB',
  'GOOGLE',
  'LOG',
  'NODE',
  'OTEL',
  'STRIPE',
  'TWITTER',
  'WEB',
])
const wordOf = (name: string) => name.split('_', 1)[0] ?? ''
const ownWords = new Set(
  known
    .filter((name) => name.includes('_'))
    .map(wordOf)
    .filter((word) => !shared.has(word)),
)

/** Maps names that other shops and libraries give these settings; too far from ours, or too near to other programs', to be found by letters. */
const wellKnown: Record<string, string> = {
  STRIPE_API_KEY: 'STRIPE_SECRET_KEY',
  STRIPE_KEY: 'STRIPE_SECRET_KEY',
  STRIPE_PRIVATE_KEY: 'STRIPE_SECRET_KEY',
  STRIPE_SECRET: 'STRIPE_SECRET_KEY',
  STRIPE_PUBLIC_KEY: 'STRIPE_PUBLISHABLE_KEY',
  STRIPE_SIGNING_SECRET: 'STRIPE_WEBHOOK_SECRET',
  SMTP: 'SMTP_URL',
  MAIL_HOST: 'SMTP_URL',
  MAIL_SERVER: 'SMTP_URL',
  MAIL_URL: 'SMTP_URL',
  EMAIL_FROM: 'MAIL_FROM',
  DB_URL: 'DATABASE_URL',
  POSTGRES_URL: 'DATABASE_URL',
}

/** Lists names of other programs that are one letter from a setting. */
const ofOthers = new Set(['HOSTS', 'LOGLEVEL', 'PORTS'])

interface MisspelledSetting {
  name: string
  meant: string
}

/** Returns the variables of the environment that look like misspelled settings, each with the setting that is meant. */
export function findMisspelledSettings(names: readonly string[]): MisspelledSetting[] {
  return names
    .filter((name) => !known.includes(name) && !ofOthers.has(name))
    .flatMap((name) => {
      const other = findOtherName(name)
      // The Stripe CLI, for one, reads STRIPE_API_KEY: it is no mistake next to the setting itself.
      if (other !== undefined) return names.includes(other) ? [] : [{ name, meant: other }]
      const near = known
        .map((meant) => ({ meant, edits: countEdits(name, name.includes('_') ? meant : bare(meant)) }))
        .toSorted((a, b) => a.edits - b.edits)
      const found = near.find(({ meant, edits }) =>
        name.includes('_') && ownWords.has(wordOf(name))
          ? wordOf(meant) === wordOf(name)
          : edits <= (name.includes('_') ? 2 : mostEdits(meant)),
      )
      return found ? [{ name, meant: found.meant }] : []
    })
}

/** Says that a variable has no effect, and which setting may be meant. */
export const describeMisspelled = ({ name, meant }: MisspelledSetting): string =>
  `${name} is no setting of the shop and has no effect. Is ${meant} meant?`

/**
 * Returns the misspelled settings. In production, throws a ConfigError for those that are a setting, which is not given, with a mistake in
 * a word: with `DATABSE_URL`, an empty shop would open in place of the seller's own.
 */
export function checkSpelling(
  env: Record<string, string | undefined>,
  { production }: { production: boolean },
): MisspelledSetting[] {
  const misspelled = findMisspelledSettings(Object.keys(env))
  const refused = production ? misspelled.filter((one) => !env[one.meant]?.trim() && isNear(one)) : []
  if (refused.length === 0) return misspelled
  throw new ConfigError(
    refused.map((one) => `${describeMisspelled(one)} In production, remove it or mend its name.`).join('\n'),
  )
}

/**
 * Whether a name is a setting with a mistake: at most two letters differ, and at most a fifth, and not by other words, as in `METRICS_HOST`,
 * which another program may read.
 */
function isNear({ name, meant }: MisspelledSetting): boolean {
  // Without it, the shop takes its proxy for one visitor.
  if (name === 'TRUSTED_PROXY') return true
  const upper = name.toUpperCase()
  const { length } = bare(meant)
  const edits = countEdits(bare(upper), bare(meant))
  if (edits > 0 && upper.split('_').every(isWord)) return false
  return length > 6 && edits <= 2 && 5 * edits <= length
}

const words = new Set(known.flatMap((name) => name.split('_')))
/** Whether settings have this word, in the singular or plural. */
const isWord = (word: string) => words.has(word) || words.has(`${word}S`) || words.has(word.replace(/S$/, ''))

/** Returns the setting that goes by this name elsewhere, or in lower case. */
function findOtherName(name: string): string | undefined {
  const upper = name.toUpperCase()
  return wellKnown[upper] ?? (upper.includes('_') && known.includes(upper) ? upper : undefined)
}

const bare = (name: string) => name.replaceAll('_', '')
/** Without an underscore, names of other programs are as short, such as VISUAL beside VIES_URL. */
const mostEdits = (meant: string) => (bare(meant).length < 9 ? 1 : 2)
