import { CalendarClock, FileSpreadsheet, Upload } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import {
  type Import,
  importKinds,
  type ImportKindName,
  importPermissions,
  listImports,
  uploadImport,
  uploadPictures,
} from '#contract/imports.ts'
import { errorMessageOf } from '#web/api/api-problem.ts'
import { call } from '#web/api/call-endpoint.ts'
import { refetchShown, useList } from '#web/api/queries.ts'
import { unitsText } from '#web/catalog/product-labels.ts'
import { mayUse, staffWith, usePerson } from '#web/identity/dashboard-user.ts'
import { changesAnything, kindLabels, nothingToApply, stateLabels } from '#web/imports/import-labels.ts'
import { currentLanguage } from '#web/i18n/language.ts'
import { ListView } from '#web/page/list-view.tsx'
import { hiddenPage } from '#web/page/page-meta.ts'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { DayTime } from '#web/ui/date-time.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FieldLabel, useFieldDescriptions } from '#web/ui/field.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { Section } from '#web/ui/section.tsx'
import { Select } from '#web/ui/select.tsx'
import type { Column } from '#web/ui/table.tsx'
import { t } from '#web/i18n/messages.ts'
import type { Route } from './+types/imports.route.ts'

export const handle = staffWith(['catalog', 'prices', 'customers'])

export const meta: Route.MetaFunction = () => hiddenPage(t('imports.page-title'))

/** Called while the page renders: its words follow the language. */
const listColumns = (): Column<Import>[] => [
  {
    head: t('imports.file'),
    phone: 'title',
    cell: ({ _id, fileName }) => (
      <Link to={`/dashboard/imports/${_id}`} prefetch="intent" className="link font-semibold wrap-anywhere">
        {fileName}
      </Link>
    ),
  },
  { head: t('imports.kind'), cell: ({ kind }) => t(kindLabels[kind]) },
  { head: t('imports.rows'), numeric: true, cell: ({ rows }) => unitsText(rows) },
  { head: t('imports.state'), fit: true, cell: (row) => <StateBadge {...row} /> },
  { head: t('imports.when'), fit: true, cell: ({ createdAt }) => <DayTime iso={createdAt} /> },
  { head: t('imports.who'), cell: ({ createdBy }) => <span className="wrap-anywhere">{createdBy ?? '–'}</span> },
]

export function StateBadge({ state, counts }: Pick<Import, 'state' | 'counts'>) {
  const { label, tone } = state === 'checked' && !changesAnything(counts) ? nothingToApply : stateLabels[state]
  return <Badge tone={tone}>{t(label)}</Badge>
}

export default function ImportsRoute() {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const source = search.get('source')
  const list = useList(listImports, { query: { ...(source !== null && { source }) } })
  return (
    <>
      <PageHeading
        title={t('imports.title')}
        text={t('imports.text')}
        action={
          <ButtonLink to="/dashboard/import-sources" variant="outline">
            <CalendarClock aria-hidden="true" size={18} /> {t('import-sources.title')}
          </ButtonLink>
        }
      />
      <Card className="mt-6">
        <UploadForm />
      </Card>
      <MovingIn />
      <Section title={t(source === null ? 'imports.past' : 'import-sources.history-of')}>
        <ListView
          list={list}
          columns={listColumns()}
          caption={t('imports.past')}
          loading={t('imports.loading')}
          failed={t('imports.failed')}
          empty={
            <EmptyState title={t('imports.none')} text={t('imports.none-text')} icon={<FileSpreadsheet size={30} />} />
          }
          noMatch={{
            title: t('imports.none'),
            text: t('import-sources.history-of'),
            showAll: t('word.show-all'),
          }}
          filter={{ isNarrowed: source !== null, clear: () => void navigate('/dashboard/imports') }}
        />
      </Section>
    </>
  )
}

/** Says where other programs export their products; the guides have more. */
function MovingIn() {
  return (
    <details className="mt-4 max-w-3xl">
      <summary className="flex min-h-11 cursor-pointer items-center font-semibold text-accent">
        {t('imports.moving')}
      </summary>
      <ul className="grid list-disc gap-1 pl-5">
        <li>{t('imports.moving-shopify')}</li>
        <li>{t('imports.moving-woocommerce')}</li>
        <li>{t('imports.moving-erp')}</li>
      </ul>
      <p className="mt-2">{t('imports.moving-then')}</p>
    </details>
  )
}

function UploadForm() {
  const navigate = useNavigate()
  const person = usePerson()
  const kinds = importKinds.filter((kind) => mayUse(person, importPermissions[kind]))
  const mayPictures = mayUse(person, importPermissions.products)
  const [kind, setKind] = useState<ImportKindName | 'auto' | 'pictures'>('auto')
  const [file, setFile] = useState<File>()
  const [part, setPart] = useState<number>()
  const [problem, setProblem] = useState<string>()

  const send: ComponentProps<'form'>['onSubmit'] = (event) => {
    event.preventDefault()
    if (file) void upload(file)
    else setProblem(t(kind === 'pictures' ? 'imports.choose-archive' : 'imports.choose-file'))
  }

  async function upload(chosen: File) {
    setProblem(undefined)
    setPart(0)
    const form = new FormData()
    form.set(kind === 'pictures' ? 'archive' : 'table', chosen)
    try {
      const answer =
        kind === 'pictures'
          ? await call(uploadPictures, { form, onProgress: setPart })
          : await call(uploadImport, {
              query: { ...(kind !== 'auto' && { kind }), language: currentLanguage() },
              form,
              onProgress: setPart,
            })
      void refetchShown()
      await navigate(`/dashboard/imports/${answer.import._id}`)
    } catch (error) {
      setProblem(errorMessageOf(error))
    } finally {
      setPart(undefined)
    }
  }

  return (
    <form onSubmit={send} noValidate className="grid gap-4">
      <h2 className="text-2xl">{t('imports.upload-title')}</h2>
      <div className="grid items-start gap-4 md:grid-cols-2">
        <Select
          label={t('imports.what')}
          choices={[
            { value: 'auto' as const, label: t('imports.kind.auto') },
            ...kinds.map((value) => ({ value, label: t(kindLabels[value]) })),
            ...(mayPictures ? [{ value: 'pictures' as const, label: t('imports.kind.pictures') }] : []),
          ]}
          value={kind}
          onChoose={setKind}
        />
        <TableFile
          isArchive={kind === 'pictures'}
          file={file}
          error={problem}
          disabled={part !== undefined}
          onPick={setFile}
        />
      </div>
      {part === undefined ? null : (
        <Progress label={t(part < 1 ? 'imports.uploading' : 'imports.reading')} {...(part < 1 && { value: part })} />
      )}
      <div>
        <Button type="submit" busy={part !== undefined}>
          <Upload aria-hidden="true" size={18} /> {t('imports.upload')}
        </Button>
      </div>
    </form>
  )
}

function TableFile(props: {
  isArchive: boolean
  file: File | undefined
  error: string | undefined
  disabled: boolean
  onPick: (file: File | undefined) => void
}) {
  const { isArchive, file, error, disabled, onPick } = props
  const hint = t(isArchive ? 'imports.archive-hint' : 'imports.file-hint')
  const { id, describedBy, notes } = useFieldDescriptions(undefined, hint, error)
  return (
    <div className="min-w-0">
      <FieldLabel htmlFor={id} required>
        {t('imports.file')}
      </FieldLabel>
      <div
        className={`relative flex min-h-11 items-center gap-3 rounded-field border border-dashed px-3 has-enabled:hover:bg-base-200 has-focus-visible:outline-3 has-focus-visible:outline-offset-1 has-focus-visible:outline-accent ${error ? 'border-error' : 'border-base-content/35'}`}
      >
        <FileSpreadsheet aria-hidden="true" size={20} className="shrink-0 opacity-75" />
        <span className="min-w-0 truncate">
          {file?.name ?? t(isArchive ? 'imports.choose-archive' : 'imports.choose-file')}
        </span>
        <input
          id={id}
          type="file"
          accept={
            isArchive
              ? '.zip,application/zip'
              : '.csv,.tsv,.txt,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
          }
          disabled={disabled}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy}
          onChange={({ target }) => onPick(target.files?.[0])}
          className="absolute inset-0 size-full cursor-pointer opacity-0 disabled:cursor-not-allowed"
        />
      </div>
      {notes}
    </div>
  )
}

export { RouteErrorBoundary as ErrorBoundary }
