import { type ExceededLimit, exceededText, type SourceFailure, sourceFailureText } from '#contract/import-sources.ts'
import type { Language } from '#contract/language.ts'
import type { ImportSourceRecord } from '#server/imports/imports.tables.ts'
import type { Transaction } from '#server/platform/database/database.ts'

interface Mail {
  to: string
  kind: string
  language: Language
  subject: string
  paragraphs: readonly string[]
  action: { label: string; url: string }
}

/** Queues a mail in the transaction of what it tells. */
export type TellStaff = (tx: Transaction, mail: Mail) => Promise<void>

const texts = {
  en: {
    waits: (name: string) => `An import waits for you: ${name}`,
    waitsText: (file: string) => `The shop has fetched ${file} and compared it, but has applied nothing:`,
    look: 'Look at the import',
    fails: (name: string) => `An import by schedule fails: ${name}`,
    failsText: 'The shop could not import the file of this schedule:',
    again: 'It tries again by schedule. You get no further mail about this until something else is wrong.',
    open: 'Open the schedules',
  },
  de: {
    waits: (name: string) => `Ein Import wartet auf Sie: ${name}`,
    waitsText: (file: string) => `Der Shop hat ${file} geholt und verglichen, aber nichts übernommen:`,
    look: 'Import ansehen',
    fails: (name: string) => `Ein Import nach Zeitplan scheitert: ${name}`,
    failsText: 'Der Shop konnte die Datei dieses Zeitplans nicht importieren:',
    again: 'Er versucht es nach Zeitplan wieder. Darüber kommt keine weitere E-Mail, bis etwas anderes nicht stimmt.',
    open: 'Zeitpläne öffnen',
  },
} as const satisfies Record<Language, unknown>

type About = Pick<ImportSourceRecord, 'name' | 'language'>

/** Returns the mail about a file that a person must decide about. */
export function waitingMail(
  { name, language }: About,
  to: string,
  { id, fileName, exceeded }: { id: string; fileName: string; exceeded: readonly ExceededLimit[] },
): Mail {
  const { waits, waitsText, look } = texts[language]
  const reasons = exceeded.map((one) => exceededText(one, language))
  const action = { label: look, url: `/dashboard/imports/${id}` }
  const paragraphs = [waitsText(fileName), reasons.join('\n')]
  return { to, kind: 'import-waits', language, subject: waits(name), paragraphs, action }
}

/** Returns the mail about a file that could not be had or compared. */
export function failureMail({ name, language }: About, to: string, failure: SourceFailure): Mail {
  const { fails, failsText, again, open } = texts[language]
  const action = { label: open, url: '/dashboard/import-sources' }
  const paragraphs = [failsText, sourceFailureText(failure, language), again]
  return { to, kind: 'import-fails', language, subject: fails(name), paragraphs, action }
}
