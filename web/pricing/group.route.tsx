import { useState } from 'react'
import { useNavigate } from 'react-router'
import { maxLengths } from '#contract/max-lengths.ts'
import {
  addGroupMember,
  type CustomerGroup,
  deleteCustomerGroup,
  getCustomerGroup,
  type GroupMember,
  type GroupQuantityRule,
  listGroupMembers,
  listQuantityRules,
  removeGroupMember,
  renameCustomerGroup,
  writeQuantityRules,
} from '#contract/pricing.ts'
import { ApiProblem, errorMessageOf } from '#web/api/api-problem.ts'
import { endpointQuery, useAction, useList, useQuery, write } from '#web/api/queries.ts'
import { unitsText } from '#web/catalog/product-labels.ts'
import { staffWith } from '#web/identity/dashboard-user.ts'
import { ListView } from '#web/page/list-view.tsx'
import { hiddenPage } from '#web/page/page-meta.ts'
import { QueryView } from '#web/page/query-view.tsx'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import { useConfirm } from '#web/page/use-confirm.tsx'
import { rowRefusalText } from '#web/pricing/price-grid.tsx'
import { actionsColumn } from '#web/ui/entry-actions.tsx'
import { BackLink } from '#web/ui/back-link.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Field } from '#web/ui/field.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import type { Column } from '#web/ui/table.tsx'
import { readWhole } from '#web/i18n/typed-number.ts'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/i18n/messages.ts'
import type { Route } from './+types/group.route.ts'

export const handle = staffWith('prices')

export const meta: Route.MetaFunction = () => hiddenPage(t('groups.title'))

const groupsPath = '/dashboard/groups'
const noFilter = { isNarrowed: false, clear: () => undefined }
const noMatch = { title: '', text: '', showAll: '' }

export default function GroupRoute({ params: { id } }: Route.ComponentProps) {
  const query = useQuery(endpointQuery(getCustomerGroup, { params: { id } }))
  if (query.error instanceof ApiProblem && [404, 400].includes(query.error.status)) {
    return (
      <EmptyState
        title={t('groups.gone')}
        text={t('problem.group-not-found')}
        action={<ButtonLink to={groupsPath}>{t('groups.title')}</ButtonLink>}
      />
    )
  }
  return (
    <>
      <BackLink to={groupsPath}>{t('groups.title')}</BackLink>
      <QueryView
        query={query}
        placeholder={<SkeletonRows rows={4} label={t('groups.loading')} />}
        failed={t('groups.failed')}
      >
        {(group) => (
          <>
            <PageHeading title={group.name} text={t('groups.group-text')} />
            <Card className="mt-6">
              <Name key={group.name} group={group} />
            </Card>
          </>
        )}
      </QueryView>
      <Card className="mt-8">
        <Members id={id} />
      </Card>
      <Card className="mt-8">
        <QuantityRules id={id} />
      </Card>
    </>
  )
}

function Name({ group: { _id, name } }: { group: CustomerGroup }) {
  const [typed, setTyped] = useState(name)
  const navigate = useNavigate()
  const renaming = useAction(async (given: string) => {
    await write(renameCustomerGroup, { params: { id: _id }, body: { name: given } })
    toast.success(t('price-lists.saved', { name: given }))
  })
  const deletion = useConfirm(
    () => ({
      title: t('word.delete-question-quoted', { name }),
      text: t('groups.delete-text'),
      confirmLabel: t('groups.delete'),
      variant: 'danger' as const,
    }),
    async () => {
      await write(deleteCustomerGroup, { params: { id: _id } })
      await navigate(groupsPath)
    },
  )
  return (
    <form
      className="flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (typed.trim() !== '') renaming.mutate(typed.trim())
      }}
    >
      <Field
        label={t('word.name')}
        className="w-full sm:w-80"
        maxLength={maxLengths.groupName}
        autoComplete="off"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Button type="submit" busy={renaming.isPending} disabled={typed.trim() === '' || typed.trim() === name}>
        {t('word.save')}
      </Button>
      <Button variant="outline" onClick={() => deletion.ask(undefined)}>
        {t('groups.delete')}
      </Button>
      {deletion.dialog}
    </form>
  )
}

function Members({ id }: { id: string }) {
  const list = useList(listGroupMembers, { params: { id } })
  const [email, setEmail] = useState('')
  const adding = useAction(async (given: string) => {
    await write(addGroupMember, { params: { id, email: given } })
    setEmail('')
  })
  const removing = useAction(({ email: given }: GroupMember) =>
    write(removeGroupMember, { params: { id, email: given } }),
  )
  const columns: Column<GroupMember>[] = [
    {
      head: t('groups.member'),
      phone: 'title',
      cell: ({ email: shown, name }) => (
        <>
          <span className="block font-semibold wrap-anywhere">{name || shown}</span>
          <span className="muted block text-sm wrap-anywhere">{shown}</span>
        </>
      ),
    },
    actionsColumn((member) => (
      <Button
        variant="outline"
        size="sm"
        aria-label={t('groups.remove-member', { name: member.email })}
        busy={removing.isPending && removing.variables._id === member._id}
        onClick={() => removing.mutate(member)}
      >
        {t('word.remove')}
      </Button>
    )),
  ]
  return (
    <section aria-labelledby="members">
      <h2 id="members" className="text-2xl">
        {t('word.members')}
      </h2>
      <form
        className="my-4 flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (email.trim() !== '') adding.mutate(email.trim())
        }}
      >
        <Field
          label={t('groups.email')}
          type="email"
          className="w-full sm:w-80"
          autoComplete="off"
          value={email}
          onChange={({ target }) => setEmail(target.value)}
        />
        <Button type="submit" busy={adding.isPending} disabled={email.trim() === ''}>
          {t('groups.add-member')}
        </Button>
      </form>
      <ListView
        list={list}
        columns={columns}
        caption={t('word.members')}
        loading={t('groups.loading')}
        failed={t('groups.failed')}
        filter={noFilter}
        noMatch={noMatch}
        empty={<p className="muted">{t('groups.no-members')}</p>}
      />
    </section>
  )
}

function QuantityRules({ id }: { id: string }) {
  const list = useList(listQuantityRules, { params: { id } })
  const empty = { number: '', minimum: '', multiple: '', maximum: '' }
  const [typed, setTyped] = useState(empty)
  const [failure, setFailure] = useState<string>()
  const removing = useAction(({ _id }: GroupQuantityRule) =>
    write(writeQuantityRules, { params: { id }, body: { rows: [{ productId: _id, minOrder: 0 }] } }),
  )
  const set = (change: Partial<typeof empty>) => setTyped({ ...typed, ...change })

  async function save() {
    setFailure(undefined)
    const whole = (text: string) => (text.trim() === '' ? undefined : readWhole(text))
    const figures = [typed.minimum, typed.multiple, typed.maximum].map(whole)
    if (figures.some((figure) => figure !== undefined && !(figure >= 1)))
      return setFailure(t('product-form.whole-number', { minimum: 1 }))
    const [minOrder = 1, orderMultiple, maxOrder] = figures
    const row = {
      partNumber: typed.number.trim(),
      minOrder,
      ...(orderMultiple !== undefined && { orderMultiple }),
      ...(maxOrder !== undefined && { maxOrder }),
    }
    try {
      await write(writeQuantityRules, { params: { id }, body: { rows: [row] } })
      setTyped(empty)
    } catch (error) {
      const [refused] = error instanceof ApiProblem ? error.rows : []
      setFailure(refused ? rowRefusalText(refused) : errorMessageOf(error))
    }
  }

  const ruleText = ({ minOrder, orderMultiple = 1, maxOrder }: Omit<GroupQuantityRule, 'own' | '_id' | 'name'>) =>
    [
      t('price-lists.rule', { minimum: unitsText(minOrder), multiple: unitsText(orderMultiple) }),
      maxOrder !== undefined && t('groups.maximum-of', { maximum: unitsText(maxOrder) }),
    ]
      .filter(Boolean)
      .join(' · ')
  const columns: Column<GroupQuantityRule>[] = [
    {
      head: t('word.product'),
      phone: 'title',
      cell: ({ sku, name }) => (
        <>
          <span className="figures font-semibold">{sku ?? '–'}</span> <span className="muted">{name}</span>
        </>
      ),
    },
    { head: t('groups.rule'), cell: (rule) => ruleText(rule) },
    { head: t('groups.own-rule'), cell: ({ own }) => <span className="muted">{ruleText(own)}</span> },
    actionsColumn((rule) => (
      <Button
        variant="outline"
        size="sm"
        aria-label={t('groups.remove-rule', { name: rule.name })}
        onClick={() => removing.mutate(rule)}
      >
        {t('word.remove')}
      </Button>
    )),
  ]
  return (
    <section aria-labelledby="rules">
      <h2 id="rules" className="text-2xl">
        {t('groups.rules')}
      </h2>
      <p className="muted mt-1">{t('groups.rules-text')}</p>
      <form
        className="my-4 grid items-end gap-3 sm:grid-cols-[minmax(0,2fr)_repeat(3,minmax(0,1fr))_auto]"
        onSubmit={(event) => {
          event.preventDefault()
          if (typed.number.trim() !== '') void save()
        }}
      >
        <Field
          label={t('product.sku')}
          autoComplete="off"
          value={typed.number}
          onChange={({ target }) => set({ number: target.value })}
        />
        <Field
          label={t('product.minimum')}
          inputMode="numeric"
          autoComplete="off"
          value={typed.minimum}
          onChange={({ target }) => set({ minimum: target.value })}
        />
        <Field
          label={t('groups.multiple')}
          inputMode="numeric"
          autoComplete="off"
          value={typed.multiple}
          onChange={({ target }) => set({ multiple: target.value })}
        />
        <Field
          label={t('groups.maximum')}
          inputMode="numeric"
          autoComplete="off"
          value={typed.maximum}
          onChange={({ target }) => set({ maximum: target.value })}
        />
        <Button type="submit" disabled={typed.number.trim() === ''}>
          {t('groups.set-rule')}
        </Button>
      </form>
      <FormError text={failure} />
      <ListView
        list={list}
        columns={columns}
        caption={t('groups.rules')}
        loading={t('groups.loading')}
        failed={t('groups.failed')}
        filter={noFilter}
        noMatch={noMatch}
        empty={<p className="muted">{t('groups.no-rules')}</p>}
      />
    </section>
  )
}

export { RouteErrorBoundary as ErrorBoundary }
