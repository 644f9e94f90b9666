import { useState } from 'react'
import {
  addImportSource,
  defaultSourceLimits,
  type ImportSource,
  listImportSources,
  maxPricePercent,
  maxRowsPercent,
  type SourceCredential,
  sourceCredentials,
  type SourceLimit,
  sourceLimits,
  sourceOrigins,
  updateImportSource,
} from '#contract/import-sources.ts'
import type { ImportDetails } from '#contract/imports.ts'
import { maxLengths } from '#contract/max-lengths.ts'
import { endpointQuery, useQuery, write } from '#web/api/queries.ts'
import { currentLanguage } from '#web/i18n/language.ts'
import { t } from '#web/i18n/messages.ts'
import { FormDialog } from '#web/page/form-dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'

/** Says what is edited: a schedule, or a new one that repeats an import. */
export type EditedSource = ImportSource | { repeats: Pick<ImportDetails, '_id' | 'fileName' | 'kind'> }

interface Props {
  edited: EditedSource | undefined
  onClose: () => void
  onSaved: () => void
}

/** Edits where the shop fetches a file by itself, when, and what it applies without a person. */
export function SourceDialog({ edited, onClose, onSaved }: Props) {
  const [choice, setChoice] = useState<Choice>(() => choiceOf(undefined))
  const [shown, setShown] = useState(edited)
  if (edited && edited !== shown) {
    setShown(edited)
    setChoice(choiceOf(edited))
  }
  async function save(data: FormData) {
    if (!edited) return
    if ('repeats' in edited && choice.of !== 'new') {
      await write(updateImportSource, { params: { id: choice.of }, body: { importId: edited.repeats._id } })
    } else if ('repeats' in edited) {
      const { credential, ...body } = readForm(data, choice)
      await write(addImportSource, {
        body: { importId: edited.repeats._id, origin: choice.origin, ...body, ...(credential && { credential }) },
      })
    } else {
      await write(updateImportSource, { params: { id: edited._id }, body: readForm(data, choice) })
    }
    onSaved()
  }
  return (
    <FormDialog
      open={edited !== undefined}
      title={t(edited && 'repeats' in edited ? 'import-sources.repeat' : 'import-sources.edit')}
      text={t('import-sources.form-text')}
      onSend={save}
      onClose={onClose}
    >
      {edited ? <SourceFields edited={edited} choice={choice} setChoice={setChoice} /> : null}
    </FormDialog>
  )
}

interface Choice {
  /** A new schedule, or the id of one that gets the columns of the import. */
  of: string
  origin: ImportSource['origin']
  credential: 'none' | 'kept' | SourceCredential['kind']
  every: 'hour' | 'day'
}

function choiceOf(edited: EditedSource | undefined): Choice {
  const source = edited && !('repeats' in edited) ? edited : undefined
  return {
    of: 'new',
    origin: source?.origin ?? 'address',
    credential: source?.credential ? 'kept' : 'none',
    every: source?.time === null ? 'hour' : 'day',
  }
}

function readForm(data: FormData, { credential, every }: Choice) {
  const written = (name: string) => {
    const value = data.get(name)
    return typeof value === 'string' ? value : ''
  }
  const text = (name: string) => written(name).trim()
  const limits = Object.fromEntries(sourceLimits.map((code) => [code, wholeOf(text(code))]))
  return {
    name: text('name'),
    location: text('location'),
    time: every === 'hour' ? null : text('time'),
    // Each has its field.
    limits: limits as Record<SourceLimit, number>,
    language: currentLanguage(),
    ...(credential === 'none' && { credential: null }),
    ...((credential === 'basic' || credential === 'header') && {
      credential: { kind: credential, name: text('credential-name'), secret: written('secret') },
    }),
  }
}

/** Returns the number; an empty field is none, which the shop refuses, rather than 0. */
const wholeOf = (text: string) => (text === '' ? Number.NaN : Number(text))

function SourceFields(props: { edited: EditedSource; choice: Choice; setChoice: (choice: Choice) => void }) {
  const { edited, choice, setChoice } = props
  const query = useQuery(endpointQuery(listImportSources, { query: {} }))
  const isNew = 'repeats' in edited
  const source = isNew ? undefined : edited
  const others = isNew ? (query.data?.sources ?? []).filter(({ kind }) => kind === edited.repeats.kind) : []
  const origins = sourceOrigins.filter((origin) => origin === 'address' || query.data?.hasFolder)
  const isAddress = choice.origin === 'address'
  return (
    <>
      {others.length > 0 ? (
        <Select
          label={t('import-sources.of')}
          choices={[
            { value: 'new', label: t('import-sources.of-new') },
            ...others.map(({ _id, name }) => ({ value: _id, label: t('import-sources.of-other', { name }) })),
          ]}
          value={choice.of}
          onChoose={(of) => setChoice({ ...choice, of })}
        />
      ) : null}
      {choice.of === 'new' ? (
        <>
          <Field
            label={t('word.name')}
            name="name"
            required
            maxLength={200}
            autoComplete="off"
            defaultValue={isNew ? edited.repeats.fileName : edited.name}
          />
          {isNew && origins.length > 1 ? (
            <Select
              label={t('import-sources.origin')}
              choices={origins.map((value) => ({ value, label: t(`import-sources.origin.${value}`) }))}
              value={choice.origin}
              onChoose={(origin) => setChoice({ ...choice, origin })}
            />
          ) : null}
          <Field
            key={choice.origin}
            label={t(isAddress ? 'import-sources.address' : 'import-sources.pattern')}
            hint={t(isAddress ? 'import-sources.address-hint' : 'import-sources.pattern-hint')}
            name="location"
            type={isAddress ? 'url' : 'text'}
            required
            maxLength={maxLengths.link}
            autoComplete="off"
            defaultValue={source?.location ?? ''}
          />
          {isAddress ? <CredentialFields source={source} choice={choice} setChoice={setChoice} /> : null}
          <div className="grid gap-4 sm:grid-cols-2">
            <Select
              label={t('word.when')}
              choices={(['day', 'hour'] as const).map((value) => ({
                value,
                label: t(`import-sources.every.${value}`),
              }))}
              value={choice.every}
              onChoose={(every) => setChoice({ ...choice, every })}
            />
            {choice.every === 'day' ? (
              <Field
                label={t('import-sources.time')}
                name="time"
                type="time"
                required
                defaultValue={source?.time ?? '02:30'}
              />
            ) : null}
          </div>
          <fieldset>
            <legend className="font-semibold">{t('import-sources.limits')}</legend>
            <p className="muted mt-1 mb-3 text-sm">{t('import-sources.limits-text')}</p>
            <div className="grid items-end gap-4 sm:grid-cols-2">
              {sourceLimits.map((code) => (
                <Field
                  key={code}
                  label={`${t(`import-sources.limit.${code}`)} (%)`}
                  name={code}
                  type="number"
                  inputMode="numeric"
                  required
                  min={0}
                  max={code === 'price' ? maxPricePercent : maxRowsPercent}
                  defaultValue={(source?.limits ?? defaultSourceLimits)[code]}
                />
              ))}
            </div>
          </fieldset>
        </>
      ) : null}
    </>
  )
}

function CredentialFields(props: {
  source: ImportSource | undefined
  choice: Choice
  setChoice: (choice: Choice) => void
}) {
  const { source, choice, setChoice } = props
  const kept = source?.credential
  const isGiven = choice.credential === 'basic' || choice.credential === 'header'
  return (
    <>
      <Select
        label={t('import-sources.credential')}
        choices={[
          ...(kept
            ? [{ value: 'kept' as const, label: t('import-sources.credential.kept', { name: kept.name }) }]
            : []),
          { value: 'none' as const, label: t('import-sources.credential.none') },
          ...sourceCredentials.map((value) => ({ value, label: t(`import-sources.credential.${value}`) })),
        ]}
        value={choice.credential}
        onChoose={(credential) => setChoice({ ...choice, credential })}
      />
      {isGiven ? (
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label={t(choice.credential === 'basic' ? 'import-sources.user' : 'import-sources.header')}
            name="credential-name"
            required
            autoComplete="off"
          />
          <Field
            label={t(choice.credential === 'basic' ? 'word.password' : 'import-sources.secret')}
            name="secret"
            type="password"
            required
            autoComplete="new-password"
          />
        </div>
      ) : null}
    </>
  )
}
