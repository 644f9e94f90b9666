import { Plus, Trash2 } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Field, TextArea } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { useTypedWhole } from '#web/ui/use-typed-whole.ts'
import { currentLanguage } from '#web/i18n/language.ts'
import { t } from '#web/i18n/messages.ts'

/** Describes the subset of JSON Schema used by the content. */
export interface ContentSchema {
  type?: string
  title?: string
  description?: string
  properties?: Record<string, ContentSchema>
  items?: ContentSchema
  enum?: readonly string[]
  /** Names the values of `enum` in another language. */
  choices?: Readonly<Record<string, string>>
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  maxItems?: number
  format?: string
}

interface Part {
  schema: ContentSchema
  value: unknown
  /** The path of the value, e.g. `footer.columns.0.title`, as in errors. */
  path: string
  errors: ReadonlyMap<string, string>
  onChange: (value: unknown) => void
}

/** Sets the text lengths that take a whole row, and several rows. */
const wholeRow = 200
const severalRows = 255

type WholeFieldProps = Pick<ComponentProps<typeof Field>, 'label' | 'hint' | 'error'> & {
  number: number
  onNumber: (value: number) => void
}

function WholeField({ number, onNumber, ...field }: WholeFieldProps) {
  return <Field {...field} {...useTypedWhole(number, onNumber)} />
}

/** Renders the fields of a schema: text, number, choice or group. Lists can grow and shrink. */
export function SchemaFields(part: Part) {
  const { schema, value, path, errors, onChange } = part
  const { title = '', description: hint } = schema
  const error = errors.get(path)
  if (schema.properties) return <ObjectFields {...part} properties={schema.properties} />
  if (schema.items) return <ListFields {...part} items={schema.items} />
  if (schema.enum) {
    const choices = schema.enum.map((choice) => ({
      value: choice,
      label: schema.choices?.[choice] ?? choice[0]?.toUpperCase() + choice.slice(1),
    }))
    return <Select label={title} hint={hint} choices={choices} value={String(value)} onChoose={onChange} />
  }
  if (schema.type === 'integer') {
    return (
      <WholeField
        label={title}
        hint={hint}
        error={error}
        number={typeof value === 'number' ? value : NaN}
        onNumber={onChange}
      />
    )
  }
  const words = {
    label: title,
    hint,
    error,
    required: (schema.minLength ?? 0) > 0,
    maxLength: schema.maxLength,
    value: String(value),
  }
  return isText(schema, severalRows) ? (
    <TextArea
      {...words}
      rows={3}
      className="sm:col-span-2 [&>textarea]:field-sizing-content [&>textarea]:max-h-112 [&>textarea]:contain-inline-size"
      onChange={({ target }) => onChange(target.value)}
    />
  ) : (
    <Field
      {...words}
      {...(isText(schema, wholeRow) && { className: 'sm:col-span-2' })}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

/** Whether a field is text of at least this length, and neither a URL nor an e-mail. */
const isText = ({ maxLength = 0, format }: ContentSchema, length: number) =>
  maxLength >= length && (format === 'text' || format === 'filled-text')

function ObjectFields({ schema, value, path, errors, onChange, properties }: Part & { properties: object }) {
  const fields = asRecord(value)
  const isWhole = !path.includes('.')
  return (
    <fieldset
      className={`grid items-start gap-4 sm:col-span-2 sm:grid-cols-2 ${isWhole ? '' : 'rounded-field border border-base-300 p-4'}`}
    >
      {isWhole ? null : <legend className="px-1.5 font-heading text-lg font-bold">{schema.title}</legend>}
      {schema.description ? <p className="muted text-sm sm:col-span-2">{schema.description}</p> : null}
      {Object.entries(properties).map(([name, inner]: [string, ContentSchema]) => (
        <SchemaFields
          key={name}
          schema={inner}
          value={fields[name]}
          path={`${path}.${name}`}
          errors={errors}
          onChange={(changed) => onChange({ ...fields, [name]: changed })}
        />
      ))}
    </fieldset>
  )
}

function ListFields({ schema, value, path, errors, onChange, items }: Part & { items: ContentSchema }) {
  const list: readonly unknown[] = Array.isArray(value) ? value : []
  const { title = '' } = items
  const what = currentLanguage() === 'en' ? title.toLowerCase() : title
  return (
    <fieldset className="grid gap-3 sm:col-span-2">
      <legend className="mb-2 font-heading text-lg font-bold">{schema.title}</legend>
      {list.map((entry, place) => (
        <div key={place} className="flex items-start gap-2">
          <div className="min-w-0 grow">
            <Entry
              schema={{ ...items, title: `${items.title} ${place + 1}` }}
              value={entry}
              path={`${path}.${place}`}
              errors={errors}
              onChange={(changed) => onChange(list.with(place, changed))}
            />
          </div>
          <Button
            variant="quiet"
            aria-label={t('content.remove', { what, place: place + 1 })}
            className={`btn-square ${items.properties ? 'mt-0.5' : 'mt-6'}`}
            onClick={() => onChange(list.toSpliced(place, 1))}
          >
            <Trash2 aria-hidden="true" size={18} />
          </Button>
        </div>
      ))}
      {list.length < (schema.maxItems ?? Infinity) ? (
        <p>
          <Button variant="outline" size="sm" onClick={() => onChange([...list, emptyValue(items)])}>
            <Plus aria-hidden="true" size={16} /> {t('content.add', { what })}
          </Button>
        </p>
      ) : null}
    </fieldset>
  )
}

/** Renders an entry of a list. Entries with lists of their own are collapsed. */
function Entry(part: Part) {
  const { schema, value, path, errors } = part
  const holdsLists = Object.values(schema.properties ?? {}).some(({ items }) => items)
  if (!holdsLists) return <SchemaFields {...part} />
  const isWrong = [...errors.keys()].some((field) => field.startsWith(`${path}.`))
  const name = Object.values(asRecord(value)).find((inner) => typeof inner === 'string')
  return (
    <details className="rounded-field border border-base-300" {...(isWrong && { open: true })}>
      <summary className="flex min-h-12 cursor-pointer items-center gap-3 px-4">
        <span className="font-heading text-lg font-bold">{schema.title}</span>
        <span className="muted truncate">{name}</span>
      </summary>
      <div className="px-4 pb-4">
        <SchemaFields {...part} />
      </div>
    </details>
  )
}

function emptyValue(schema: ContentSchema): unknown {
  if (schema.properties) {
    return Object.fromEntries(Object.entries(schema.properties).map(([name, inner]) => [name, emptyValue(inner)]))
  }
  if (schema.items) return []
  return schema.type === 'integer' ? (schema.minimum ?? 0) : ''
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
