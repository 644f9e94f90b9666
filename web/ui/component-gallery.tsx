import { Plus, Search } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Badge } from '#web/ui/badge.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ConfirmDialog, Dialog, Drawer } from '#web/ui/dialog.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { Field, TextArea } from '#web/ui/field.tsx'
import { FilePicker } from '#web/ui/file-picker.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { ListFilter } from '#web/ui/list-filter.tsx'
import { Money } from '#web/ui/money.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { Rating, RatingPicker } from '#web/ui/rating.tsx'
import { Select } from '#web/ui/select.tsx'
import { Skeleton, SkeletonRows } from '#web/ui/skeleton.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { Stepper } from '#web/ui/stepper.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { Timeline } from '#web/ui/timeline.tsx'
import { toast } from '#web/ui/toast.tsx'

/** Shows every component in every state, for developers. */
export default function ComponentGallery() {
  return (
    <div className="page-width py-10 lg:py-14">
      <PageHeading
        eyebrow="For developers"
        title="Components"
        text="What every screen is built of, in all its states. To change how something looks, change the component."
      />
      <div className="mt-10 grid gap-14">
        <Section title="Colors and type">
          <ul className="grid grid-cols-2 gap-3 sm:grid-cols-4 xl:grid-cols-6">
            {colors.map((classes) => (
              <li
                key={classes}
                className={`flex h-20 items-end rounded-box border border-base-300 p-3 text-sm font-semibold ${classes}`}
              >
                {classes.split(' ')[0]?.replace('bg-', '')}
              </li>
            ))}
          </ul>
          <p className="font-heading text-5xl leading-none font-bold">Heading one, 48 / Archivo Condensed</p>
          <p className="font-heading text-3xl leading-tight font-bold">Heading two, 30</p>
          <p className="eyebrow">An eyebrow above a heading, 13</p>
          <p>Body text in Inter, 16, with lines of 1.55. Vented front brake disc, 312 × 25 mm.</p>
          <p className="muted text-sm">Quiet text, 14: hints and notes.</p>
        </Section>
        <Section title="Buttons">
          {(['primary', 'dark', 'outline', 'quiet', 'danger'] as const).map((variant) => (
            <Row key={variant}>
              <Button variant={variant}>Place order</Button>
              <span className="[&_.btn]:outline-3 [&_.btn]:outline-offset-2 [&_.btn]:outline-accent">
                <Button variant={variant}>Focused</Button>
              </span>
              <Button variant={variant} busy>
                Busy
              </Button>
              <Button variant={variant} disabled>
                Disabled
              </Button>
              <Button variant={variant} size="sm">
                <Plus aria-hidden="true" size={18} /> Small
              </Button>
              <ButtonLink to="/docs/ui" variant={variant} size="lg">
                Large link
              </ButtonLink>
            </Row>
          ))}
        </Section>
        <Section title="Fields">
          <Fields />
        </Section>
        <Section title="Over the page">
          <Overlays />
        </Section>
        <Section title="Lists">
          <ListFilter
            label="Search orders"
            text=""
            onText={() => undefined}
            kind="all"
            kinds={[
              { kind: 'all', label: 'All', count: 1204 },
              { kind: 'unpaid', label: 'Unpaid', count: 12 },
            ]}
          />
          <Table caption="Orders" columns={columns} rows={lines} rowKey={({ product }) => product} />
          <Row>
            {([0, 1, 2, 3, 4, 5] as const).map((value) => (
              <Rating key={value} value={value} />
            ))}
          </Row>
        </Section>
        <Section title="Cards">
          <Columns>
            <Card>
              <Facts
                facts={[
                  { term: 'Quantity', value: '24' },
                  { term: 'Total', value: <Money amount={1104} />, strong: true },
                ]}
              />
            </Card>
            <Card>
              <Timeline
                entries={[
                  { key: 1, at: '2024-03-04T08:30:00Z', title: 'Ordered', note: 'by Carla Costa' },
                  { key: 2, at: '2024-03-04T08:52:00Z', title: 'Paid', note: 'Visa 4242', tone: 'good' },
                  { key: 3, at: '2024-03-05T10:00:00Z', title: 'Refund failed', tone: 'bad' },
                ]}
              />
            </Card>
            <Card>
              <EmptyState title="Nothing found" text="Try another word." icon={<Search size={30} />} />
            </Card>
            <Card>
              <ErrorState
                title="Couldn’t load the orders"
                message="The shop does not answer."
                onRetry={() => undefined}
              />
            </Card>
          </Columns>
        </Section>
        <Section title="Waiting">
          <Columns>
            <Progress label="Sending the picture: 62 %" value={0.62} />
            <Progress label="Working" />
            <Spinner label="Paying" />
            <Spinner label="Checking" size="sm" />
            <Skeleton className="h-20 w-full" />
            <SkeletonRows rows={2} label="Rows on their way" />
          </Columns>
        </Section>
      </div>
    </div>
  )
}

const colors = [
  'bg-base-100 text-base-content',
  'bg-base-200 text-base-content',
  'bg-base-300 text-base-content',
  'bg-neutral text-neutral-content',
  'bg-primary text-primary-content',
  'bg-accent text-accent-content',
  'bg-secondary text-secondary-content',
  'bg-success text-success-content',
  'bg-warning text-warning-content',
  'bg-error text-error-content',
  'bg-info text-info-content',
]

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title} className="grid min-w-0 gap-5">
    <h2 className="border-b border-base-300 pb-2 text-3xl">{title}</h2>
    {children}
  </section>
)

const Row = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap items-end gap-x-5 gap-y-4">{children}</div>
)

const Columns = ({ children }: { children: ReactNode }) => (
  <div className="grid gap-x-8 gap-y-6 sm:grid-cols-2 xl:grid-cols-3">{children}</div>
)

function Fields() {
  const [quantity, setQuantity] = useState(24)
  const [file, setFile] = useState<File>()
  const [unit, setUnit] = useState('box')
  const [rating, setRating] = useState(4)
  const units = [
    { value: 'piece', label: 'Piece' },
    { value: 'box', label: 'Box of 10' },
  ]
  return (
    <>
      <Columns>
        <Field label="Address" name="address" defaultValue="1 Workshop Lane" required />
        <Field label="With a hint" name="hinted" hint="The street, the town and the postal code." />
        <Field label="Invalid" name="invalid" defaultValue="12" error="A phone number has at least five digits." />
        <Field label="Disabled" name="disabled" defaultValue="admin@boltyard.test" disabled />
        <Field label="Read only" name="kept" defaultValue="admin@boltyard.test" readOnly />
        <TextArea label="Text of several lines" name="text" error="A review has at least ten characters." />
        <Select label="Unit" choices={units} value={unit} onChoose={setUnit} error="Choose another unit." />
        <RatingPicker label="Your rating" value={rating} onChange={setRating} />
        <Stepper label="Quantity" value={quantity} onChange={setQuantity} min={10} max={240} hint="Minimum 10" />
        <Stepper label="Too few" value={4} onChange={setQuantity} min={10} max={240} error="Order at least 10." />
        <Stepper label="Sold out" value={10} onChange={setQuantity} min={10} max={0} disabled />
        <FilePicker label="Picture" file={file} onPick={setFile} required />
        <FilePicker label="Picture, refused" file={undefined} onPick={setFile} error="This file is no picture." />
      </Columns>
      <FormError text="The shop could not save this: the name is taken." />
    </>
  )
}

function Overlays() {
  const [open, setOpen] = useState<string>()
  const close = () => setOpen(undefined)
  return (
    <>
      <Row>
        {['Confirm', 'Dialog', 'Drawer'].map((name) => (
          <Button key={name} variant="outline" onClick={() => setOpen(name)}>
            {name}
          </Button>
        ))}
        <Button
          variant="outline"
          onClick={() =>
            toast.success('Successfully shipped the order', { label: 'Undo', run: () => toast.info('Undone') })
          }
        >
          Success
        </Button>
        <Button variant="outline" onClick={() => toast.error('The card was declined. Try another one.')}>
          Error
        </Button>
        <Button variant="outline" onClick={() => toast.warning('Only 12 units are left.')}>
          Warning
        </Button>
        <Button variant="outline" onClick={() => toast.info('The price has changed since you opened this page.')}>
          Info
        </Button>
      </Row>
      <ConfirmDialog
        open={open === 'Confirm'}
        title="Cancel this order?"
        text="Its 24 units go back into stock. This cannot be undone."
        confirmLabel="Cancel the order"
        onConfirm={close}
        onCancel={close}
      />
      <Dialog open={open === 'Dialog'} title="Adjust stock" text="Why, and by how many units?" onClose={close}>
        <Field label="Units" name="units" type="number" defaultValue="12" />
      </Dialog>
      <Drawer open={open === 'Drawer'} title="Menu" onClose={close}>
        <p>The links of the dashboard.</p>
      </Drawer>
    </>
  )
}

const lines = [
  { product: 'Vented front brake disc 312 mm', units: 24, dollars: 1104, tone: 'success' },
  { product: 'Click torque wrench 1/2″ 40–200 Nm', units: 2, dollars: 236, tone: 'warning' },
  {
    product: 'Two-post lift 4.0 t, with a name that is longer than most',
    units: 400,
    dollars: 1_056_000.5,
    tone: 'error',
  },
  { product: 'Floor jack 3 t', units: 1, dollars: 240, tone: 'neutral' },
  { product: 'Impact socket set', units: 12, dollars: 1440, tone: 'info' },
  { product: 'Brake cleaner 500 ml', units: 240, dollars: 720, tone: 'dark' },
] as const

const columns: Column<(typeof lines)[number]>[] = [
  { head: 'Product', phone: 'title', cell: ({ product }) => product },
  { head: 'Quantity', numeric: true, cell: (line) => line.units },
  { head: 'Price', numeric: true, cell: ({ dollars }) => <Money amount={dollars} /> },
  { head: 'State', cell: ({ tone }) => <Badge tone={tone}>{tone}</Badge> },
]
