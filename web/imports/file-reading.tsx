import {
  type ImportDetails,
  importKinds,
  type ImportKindName,
  importPermissions,
  readImportAgain,
} from '#contract/imports.ts'
import { type AskedReading, type Delimiter, delimiters, type Encoding, encodings } from '#contract/table-reading.ts'
import { useAction, write } from '#web/api/queries.ts'
import { mayUse, usePerson } from '#web/identity/dashboard-user.ts'
import { kindLabels } from '#web/imports/import-labels.ts'
import { type MessageId, t } from '#web/i18n/messages.ts'
import { Progress } from '#web/ui/progress.tsx'
import { Section } from '#web/ui/section.tsx'
import { Select } from '#web/ui/select.tsx'

/** Names the encodings as programs do, with the languages that they are for. */
const encodingNames: Record<Encoding, { name: string; languages?: MessageId }> = {
  'utf-8': { name: 'UTF-8' },
  'utf-16le': { name: 'UTF-16 LE' },
  'utf-16be': { name: 'UTF-16 BE' },
  'windows-1252': { name: 'Windows-1252', languages: 'imports.letters-western' },
  'windows-1250': { name: 'Windows-1250', languages: 'imports.letters-central' },
  'windows-1251': { name: 'Windows-1251', languages: 'imports.letters-cyrillic' },
  'windows-1253': { name: 'Windows-1253', languages: 'imports.letters-greek' },
  'windows-1254': { name: 'Windows-1254', languages: 'imports.letters-turkish' },
  'windows-1255': { name: 'Windows-1255', languages: 'imports.letters-hebrew' },
  'windows-1256': { name: 'Windows-1256', languages: 'imports.letters-arabic' },
  'windows-1257': { name: 'Windows-1257', languages: 'imports.letters-baltic' },
  macintosh: { name: 'Mac', languages: 'imports.letters-western' },
  'x-mac-cyrillic': { name: 'Mac', languages: 'imports.letters-cyrillic' },
  cp850: { name: 'DOS 850', languages: 'imports.letters-western' },
  cp852: { name: 'DOS 852', languages: 'imports.letters-central' },
  ibm866: { name: 'DOS 866', languages: 'imports.letters-cyrillic' },
  shift_jis: { name: 'Shift JIS', languages: 'imports.letters-japanese' },
  gb18030: { name: 'GB 18030', languages: 'imports.letters-chinese' },
}

const encodingLabel = (encoding: Encoding) => {
  const { name, languages } = encodingNames[encoding]
  return languages ? `${t(languages)} (${name})` : name
}

const delimiterNames = {
  ';': 'imports.delimiter-semicolon',
  '\t': 'imports.delimiter-tab',
  '|': 'imports.delimiter-bar',
  ',': 'imports.delimiter-comma',
} as const satisfies Record<Delimiter, MessageId>

/** Says how the file was read, and reads it again in another way. */
export function FileReading({ found: { _id, kind, program, reading, canReadAgain } }: { found: ImportDetails }) {
  const person = usePerson()
  const again = useAction((body: AskedReading & { kind?: ImportKindName }) =>
    write(readImportAgain, { params: { id: _id }, body }),
  )
  if (!reading) return null
  const { encoding, delimiter, sheet, sheets = [], headerLine, lines, sample } = reading
  // Another encoding changes no line; of another delimiter or sheet, the header is found again.
  const kept = {
    ...(encoding && { encoding }),
    ...(delimiter && { delimiter }),
    ...(sheet && { sheet }),
  }
  const disabled = !canReadAgain
  // A select that is disabled meanwhile would lose the focus.
  const readWith = (body: AskedReading & { kind?: ImportKindName }) =>
    again.isPending ? undefined : again.mutate(body)
  const sheetNames = sheet === undefined || sheets.includes(sheet) ? sheets : [sheet, ...sheets]
  const choices = (
    <>
      <div className="grid items-start gap-4 sm:grid-cols-2 xl:grid-cols-3">
        <Select
          label={t('imports.what')}
          choices={importKinds
            .filter((name) => mayUse(person, importPermissions[name]))
            .map((name) => ({ value: name, label: t(kindLabels[name]) }))}
          value={kind}
          disabled={disabled}
          onChoose={(value) => readWith({ ...kept, headerLine, kind: value })}
        />
        {encoding ? (
          <Select
            label={t('imports.encoding')}
            hint={sample === undefined ? undefined : t('imports.encoding-sample', { sample })}
            choices={encodings.map((value) => ({ value, label: encodingLabel(value) }))}
            value={encoding}
            disabled={disabled}
            onChoose={(value) => readWith({ ...kept, headerLine, encoding: value })}
          />
        ) : null}
        {delimiter ? (
          <Select
            label={t('imports.delimiter')}
            choices={delimiters.map((value) => ({ value, label: t(delimiterNames[value]) }))}
            value={delimiter}
            disabled={disabled}
            onChoose={(value) => readWith({ ...kept, delimiter: value })}
          />
        ) : null}
        {sheet === undefined ? null : (
          <Select
            label={t('imports.sheet')}
            choices={sheetNames.map((value) => ({ value, label: value }))}
            value={sheet}
            disabled={disabled}
            onChoose={(value) => readWith({ sheet: value })}
          />
        )}
        <Select
          label={t('imports.header-line')}
          choices={linesToChoose(lines, headerLine).map(({ line, text }) => ({
            value: String(line),
            label: t('imports.header-line-choice', { line, text }),
          }))}
          value={String(headerLine)}
          disabled={disabled}
          onChoose={(value) => readWith({ ...kept, headerLine: Number(value) })}
        />
      </div>
      {again.isPending ? (
        <div className="mt-4" aria-live="polite">
          <Progress label={t('imports.reading-again')} />
        </div>
      ) : null}
    </>
  )
  if (!program)
    return (
      <Section className="mb-10" title={t('imports.file-read')} text={t('imports.file-read-text')}>
        {choices}
      </Section>
    )
  // The columns of a program that is known are as they should be.
  return (
    <details className="mb-6">
      <summary className="flex min-h-11 cursor-pointer items-center font-semibold text-accent">
        {t('imports.file-read')}
      </summary>
      {choices}
    </details>
  )
}

/** A header may stand below the lines that are shown. */
const linesToChoose = (lines: { line: number; text: string }[], headerLine: number) =>
  lines.some(({ line }) => line === headerLine) ? lines : [...lines, { line: headerLine, text: '' }]
