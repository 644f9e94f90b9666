import { Plus, Search, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { Button, ButtonLink, type ButtonLook } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ConfirmDialog, Dialog, Drawer } from '#web/ui/dialog.tsx'
import { EmptyState, FailedState } from '#web/ui/empty-state.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { Field, TextArea } from '#web/ui/field.tsx'
import { FilePicker } from '#web/ui/file-picker.tsx'
import { FormProblem } from '#web/ui/form-problem.tsx'
import { ListFilter } from '#web/ui/list-filter.tsx'
import { LoadMore } from '#web/ui/load-more.tsx'
import { Money } from '#web/ui/money.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { Rating, RatingPicker } from '#web/ui/rating.tsx'
import { Select } from '#web/ui/select.tsx'
import { Skeleton, SkeletonRows } from '#web/ui/skeleton.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { Stepper } from '#web/ui/stepper.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { Timeline } from '#web/ui/timeline.tsx'
import { toast } from '#web/ui/toast.tsx'

/** Every part that the screens are built of, in every state. Its own words are English: only developers read them. */
export default function PartsPage() {
  return (
    <div className="page-width py-10 lg:py-14">
      <PageHeading
        eyebrow="For developers"
        title="Parts"
        text="What every screen is built of, in all its states. A screen that needs another look changes the part, not itself."
      />
      <div className="mt-10 grid gap-10 lg:grid-cols-[11rem_minmax(0,1fr)]">
        <nav aria-label="Parts" className="hidden self-start lg:sticky lg:top-24 lg:block">
          <ul>
            {sections.map(({ id, title }) => (
              <li key={id}>
                <a
                  href={`#${id}`}
                  className="flex min-h-9 items-center rounded-field px-2 hover:bg-base-200 hover:text-accent"
                >
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="grid min-w-0 gap-14">
          {sections.map(({ id, title, Content }) => (
            <section key={id} id={id} aria-labelledby={`${id}-title`} className="scroll-mt-24">
              <h2 id={`${id}-title`} className="mb-5 border-b border-base-300 pb-2 text-3xl">
                {title}
              </h2>
              <Content />
            </section>
          ))}
        </div>
      </div>
    </div>
  )
}

const sections: { id: string; title: string; Content: () => ReactNode }[] = [
  { id: 'colours', title: 'Colours', Content: Colours },
  { id: 'type', title: 'Type', Content: Type },
  { id: 'shape', title: 'Shape and motion', Content: Shape },
  { id: 'buttons', title: 'Buttons', Content: Buttons },
  { id: 'fields', title: 'Fields', Content: Fields },
  { id: 'choices', title: 'Choices', Content: Choices },
  { id: 'over-the-page', title: 'Over the page', Content: OverThePage },
  { id: 'table', title: 'Table', Content: TableAndPages },
  { id: 'badges', title: 'Badges and ratings', Content: Badges },
  { id: 'cards', title: 'Cards and facts', Content: Cards },
  { id: 'waiting', title: 'Waiting', Content: Waiting },
  { id: 'nothing', title: 'Nothing and failures', Content: Nothing },
]

/** A part with the name of its state; `focused` draws the ring that the keyboard would give it. */
function State({ name, focused = false, children }: { name: string; focused?: boolean; children: ReactNode }) {
  return (
    <div className="grid content-start gap-2">
      <p className="muted font-heading text-sm font-bold tracking-wide uppercase">{name}</p>
      <div
        className={
          focused
            ? '[&_.btn]:outline-3 [&_.btn]:outline-offset-2 [&_.btn]:outline-accent [&_.input]:outline-3 [&_.input]:outline-offset-1 [&_.input]:outline-accent'
            : ''
        }
      >
        {children}
      </div>
    </div>
  )
}

const Row = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap items-end gap-x-5 gap-y-4">{children}</div>
)

const Columns = ({ children }: { children: ReactNode }) => (
  <div className="grid gap-x-8 gap-y-6 sm:grid-cols-2 xl:grid-cols-3">{children}</div>
)

const colours = [
  ['base-100', 'bg-base-100 text-base-content'],
  ['base-200', 'bg-base-200 text-base-content'],
  ['base-300', 'bg-base-300 text-base-content'],
  ['neutral', 'bg-neutral text-neutral-content'],
  ['primary', 'bg-primary text-primary-content'],
  ['accent', 'bg-accent text-accent-content'],
  ['secondary', 'bg-secondary text-secondary-content'],
  ['success', 'bg-success text-success-content'],
  ['warning', 'bg-warning text-warning-content'],
  ['error', 'bg-error text-error-content'],
  ['info', 'bg-info text-info-content'],
] as const

function Colours() {
  return (
    <ul className="grid grid-cols-2 gap-3 sm:grid-cols-4 xl:grid-cols-6">
      {colours.map(([name, look]) => (
        <li
          key={name}
          className={`flex h-20 items-end rounded-box border border-base-300 p-3 text-sm font-semibold ${look}`}
        >
          {name}
        </li>
      ))}
    </ul>
  )
}

function Type() {
  return (
    <div className="grid gap-4">
      <p className="font-heading text-5xl leading-none font-bold">Heading one, 48 / Archivo Condensed</p>
      <p className="font-heading text-4xl leading-none font-bold">Heading on phones, 36</p>
      <p className="font-heading text-3xl leading-tight font-bold">Heading two, 30</p>
      <p className="font-heading text-2xl leading-tight font-bold">Heading three, 24</p>
      <p className="eyebrow">An eyebrow above a heading, 13</p>
      <p className="text-lg">Leading text, 18: what a page is about, in one or two sentences.</p>
      <p>Body text in Inter, 16, with lines of 1.55. Vented front brake disc, 312 × 25 mm.</p>
      <p className="muted text-sm">Quiet text, 14: hints and notes.</p>
      <ul aria-label="Figures that stand under each other" className="grid w-fit text-right">
        <li>
          <Money dollars={1111.11} />
        </li>
        <li>
          <Money dollars={98_600.4} />
        </li>
      </ul>
    </div>
  )
}

function Shape() {
  return (
    <div className="grid gap-6">
      <Row>
        <span className="grid h-20 w-36 place-items-center rounded-selector border border-base-300 text-sm">
          selector, 4
        </span>
        <span className="grid h-20 w-36 place-items-center rounded-field border border-base-300 text-sm">field, 5</span>
        <span className="grid h-20 w-36 place-items-center rounded-box border border-base-300 text-sm">box, 8</span>
        <span className="grid h-20 w-36 place-items-center rounded-box bg-base-100 text-sm shadow-card">
          shadow-card
        </span>
        <span className="grid h-20 w-36 place-items-center rounded-box bg-base-100 text-sm shadow-lift">
          shadow-lift
        </span>
      </Row>
      <p className="muted">
        Motion: quick 120 ms, usual 200 ms, slow 320 ms, always by opacity and transform, and none for those who ask for
        none.
      </p>
    </div>
  )
}

const looks: ButtonLook[] = ['primary', 'dark', 'outline', 'quiet', 'danger']

function Buttons() {
  return (
    <div className="grid gap-8">
      {looks.map((look) => (
        <Row key={look}>
          <State name={look}>
            <Button look={look}>Place order</Button>
          </State>
          <State name="focus" focused>
            <Button look={look}>Place order</Button>
          </State>
          <State name="busy">
            <Button look={look} busy>
              Place order
            </Button>
          </State>
          <State name="disabled">
            <Button look={look} disabled>
              Place order
            </Button>
          </State>
          <State name="with icon">
            <Button look={look}>
              <Plus aria-hidden="true" size={18} /> Add product
            </Button>
          </State>
        </Row>
      ))}
      <Row>
        <State name="small">
          <Button size="sm">Ship</Button>
        </State>
        <State name="medium">
          <Button>Ship</Button>
        </State>
        <State name="large">
          <Button size="lg">Ship</Button>
        </State>
        <State name="link">
          <ButtonLink to="/docs/ui" look="outline">
            To this page
          </ButtonLink>
        </State>
        <State name="icon only">
          <Button look="quiet" aria-label="Remove" className="btn-square w-11">
            <Trash2 aria-hidden="true" size={18} />
          </Button>
        </State>
      </Row>
    </div>
  )
}

function Fields() {
  const [quantity, setQuantity] = useState(24)
  const [file, setFile] = useState<File>()
  return (
    <div className="grid gap-10">
      <Columns>
        <Field label="Address" name="address" defaultValue="1 Workshop Lane" required />
        <State name="focus" focused>
          <Field label="Address" name="focused" defaultValue="1 Workshop Lane" />
        </State>
        <Field label="With a hint" name="hinted" hint="The street, the town and the postal code." />
        <Field label="Invalid" name="invalid" defaultValue="12" error="A phone number has at least five digits." />
        <Field label="Disabled" name="disabled" defaultValue="admin@boltyard.test" disabled />
        <Field label="Read only" name="kept" defaultValue="admin@boltyard.test" readOnly />
        <TextArea label="Text of several lines" name="text" defaultValue="Two pallets, please ring first." />
        <TextArea label="Invalid text" name="bad-text" error="A review has at least ten characters." />
        <TextArea label="Disabled text" name="no-text" defaultValue="Nothing can be written here." disabled />
      </Columns>
      <Columns>
        <Stepper
          label="Quantity"
          value={quantity}
          onChange={setQuantity}
          min={10}
          max={240}
          hint="Minimum 10 · 240 available"
        />
        <Stepper
          label="Below the minimum"
          value={4}
          onChange={() => undefined}
          min={10}
          max={240}
          error="Order at least 10."
        />
        <Stepper label="Sold out" value={10} onChange={() => undefined} min={10} max={0} disabled />
        <FilePicker label="Picture" file={file} onPick={setFile} required />
        <FilePicker
          label="Picture, refused"
          file={undefined}
          onPick={() => undefined}
          error="This file is no picture."
        />
        <FilePicker label="Picture, disabled" file={undefined} onPick={() => undefined} disabled />
      </Columns>
      <FormProblem text="The shop could not save this: the name is taken." />
    </div>
  )
}

const units = [
  { value: 'piece', label: 'Piece' },
  { value: 'box', label: 'Box of 10' },
  { value: 'pallet', label: 'Pallet of 480' },
] as const

function Choices() {
  const [unit, setUnit] = useState<(typeof units)[number]['value']>('box')
  const [text, setText] = useState('')
  const [kind, setKind] = useState('all')
  const [rating, setRating] = useState(4)
  return (
    <div className="grid gap-8">
      <Columns>
        <Select label="Unit" choices={units} value={unit} onChoose={setUnit} />
        <Select label="Invalid" choices={units} value={unit} onChoose={setUnit} error="Choose another unit." />
        <Select label="Disabled" choices={units} value={unit} onChoose={setUnit} disabled />
        <RatingPicker label="Your rating" value={rating} onChange={setRating} />
      </Columns>
      <ListFilter
        label="Search orders"
        text={text}
        onText={setText}
        kind={kind}
        onKind={setKind}
        kinds={[
          { kind: 'all', label: 'All', count: 1204 },
          { kind: 'unpaid', label: 'Unpaid', count: 12 },
          { kind: 'paid', label: 'Paid', count: 81 },
        ]}
      />
    </div>
  )
}

function OverThePage() {
  const [open, setOpen] = useState<'confirm' | 'dialog' | 'drawer'>()
  const close = () => setOpen(undefined)
  return (
    <div className="grid gap-6">
      <Row>
        <Button look="outline" onClick={() => setOpen('confirm')}>
          Ask first
        </Button>
        <Button look="outline" onClick={() => setOpen('dialog')}>
          Open dialog
        </Button>
        <Button look="outline" onClick={() => setOpen('drawer')}>
          Open panel
        </Button>
      </Row>
      <Row>
        <Button look="outline" onClick={() => toast.success('Successfully shipped the order')}>
          Success
        </Button>
        <Button look="outline" onClick={() => toast.error('The card was declined. Try another one.')}>
          Error
        </Button>
        <Button look="outline" onClick={() => toast.warning('Only 12 units are left.')}>
          Warning
        </Button>
        <Button look="outline" onClick={() => toast.info('The price has changed since you opened this page.')}>
          Info
        </Button>
      </Row>
      <ConfirmDialog
        open={open === 'confirm'}
        title="Cancel this order?"
        text="Its 24 units go back on the shelf. This cannot be taken back."
        confirmLabel="Cancel the order"
        onConfirm={close}
        onCancel={close}
      />
      <Dialog open={open === 'dialog'} title="Adjust stock" text="Why, and by how many units?" onClose={close}>
        <div className="mt-5 grid gap-4">
          <Field label="Units" name="units" type="number" defaultValue="12" />
          <Button onClick={close}>Save</Button>
        </div>
      </Dialog>
      <Drawer open={open === 'drawer'} title="Menu" onClose={close}>
        <ul className="grid gap-1">
          {sections.slice(3, 8).map(({ id, title }) => (
            <li key={id}>
              <a
                href={`#${id}`}
                className="flex min-h-11 items-center rounded-field px-3 hover:bg-base-200"
                onClick={close}
              >
                {title}
              </a>
            </li>
          ))}
        </ul>
      </Drawer>
    </div>
  )
}

interface Line {
  product: string
  units: number
  dollars: number
  state: string
  tone: BadgeTone
}

const lines: Line[] = [
  { product: 'Vented front brake disc 312 mm', units: 24, dollars: 1104, state: 'Paid', tone: 'success' },
  { product: 'Click torque wrench 1/2″ 40–200 Nm', units: 2, dollars: 236, state: 'Unpaid', tone: 'warning' },
  {
    product: 'Two-post lift 4.0 t, electro-hydraulic, with a name that is longer than most',
    units: 400,
    dollars: 1_056_000.5,
    state: 'Cancelled',
    tone: 'neutral',
  },
]

const lineColumns: Column<Line>[] = [
  { head: 'Product', phone: 'title', cell: ({ product }) => product },
  { head: 'Quantity', numeric: true, cell: (line) => line.units },
  { head: 'Price', numeric: true, cell: ({ dollars }) => <Money dollars={dollars} /> },
  { head: 'State', cell: ({ state, tone }) => <Badge tone={tone}>{state}</Badge> },
]

function TableAndPages() {
  const [page, setPage] = useState(4)
  return (
    <div className="grid gap-6">
      <Table caption="Orders" columns={lineColumns} rows={lines} rowKey={({ product }) => product} />
      <Pagination label="Pages of orders" page={page} pages={12} onPage={setPage} />
      <LoadMore busy={false} onMore={() => undefined} />
    </div>
  )
}

const tones: BadgeTone[] = ['neutral', 'success', 'warning', 'error', 'info', 'dark']

function Badges() {
  return (
    <div className="grid gap-5">
      <Row>
        {tones.map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
      </Row>
      <Row>
        {[0, 1, 2, 3, 4, 5].map((value) => (
          <Rating key={value} value={value} />
        ))}
      </Row>
    </div>
  )
}

function Cards() {
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <Card>
        <h3 className="mb-4 text-2xl">Your order</h3>
        <Facts
          facts={[
            { term: 'Quantity', value: '24' },
            { term: 'Unit price', value: <Money dollars={46} /> },
            { term: 'Total', value: <Money dollars={1104} />, strong: true },
          ]}
        />
      </Card>
      <Card>
        <h3 className="mb-4 text-2xl">What happened</h3>
        <Timeline
          entries={[
            { key: 1, at: '2024-03-04T08:30:00Z', title: 'Ordered', note: 'by Carla Costa' },
            { key: 2, at: '2024-03-04T08:52:00Z', title: 'Paid', note: 'Visa 4242', tone: 'good' },
            { key: 3, at: '2024-03-05T10:00:00Z', title: 'Refund failed', tone: 'bad' },
          ]}
        />
      </Card>
    </div>
  )
}

function Waiting() {
  return (
    <div className="grid gap-8 sm:grid-cols-2">
      <Progress label="Sending the picture: 62 %" value={0.62} />
      <Progress label="Working" />
      <p className="flex flex-wrap items-center gap-6 self-start">
        <Spinner label="Paying" />
        <Spinner label="Checking" size="sm" />
      </p>
      <div className="grid gap-3">
        <Skeleton className="h-32 w-full" />
        <Skeleton className="h-5 w-2/3" />
        <Skeleton />
      </div>
      <div className="sm:col-span-2">
        <SkeletonRows rows={3} label="Rows on their way" />
      </div>
    </div>
  )
}

function Nothing() {
  return (
    <div className="grid gap-6 lg:grid-cols-3">
      <Card>
        <EmptyState
          title="No orders yet"
          text="What you order appears here."
          action={<ButtonLink to="/products">All products</ButtonLink>}
        />
      </Card>
      <Card>
        <EmptyState title="Nothing found" text="Try another word." icon={<Search size={30} />} />
      </Card>
      <Card>
        <FailedState
          title="The orders could not be loaded"
          message="The shop does not answer."
          onRetry={() => undefined}
        />
      </Card>
    </div>
  )
}
