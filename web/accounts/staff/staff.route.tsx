import { type FormEvent, useState } from 'react'
import type { ResponseBody } from '#contract/endpoint.ts'
import { makeAdmin } from '#contract/accounts.ts'
import { maxLengths } from '#contract/max-lengths.ts'
import { allPermissions, type GivenPermission, type Permission, permissions } from '#contract/permissions.ts'
import {
  addStaffRole,
  assignStaffRole,
  deleteStaffRole,
  listStaff,
  type StaffMember,
  type StaffRole,
  updateStaffRole,
} from '#contract/staff.ts'
import { type WithReauthentication, useReauthentication } from '#web/accounts/security/reauthenticate.tsx'
import { call } from '#web/api/call-endpoint.ts'
import { endpointQuery, useAction, useQuery, write } from '#web/api/queries.ts'
import { mayUse, staffWith, usePerson } from '#web/identity/dashboard-user.ts'
import { hiddenPage } from '#web/page/page-meta.ts'
import { QueryView } from '#web/page/query-view.tsx'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import { useConfirm } from '#web/page/use-confirm.tsx'
import { actionsColumn } from '#web/ui/entry-actions.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { CheckboxGroup } from '#web/ui/checkbox-group.tsx'
import { Card } from '#web/ui/card.tsx'
import { Field } from '#web/ui/field.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Select } from '#web/ui/select.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/i18n/messages.ts'
import type { Route } from './+types/staff.route.ts'

export const handle = staffWith('users')

export const meta: Route.MetaFunction = () => hiddenPage(t('word.staff'))

/** Names the choice of making somebody an admin. */
const everything = 'everything'

export default function StaffRoute() {
  const query = useQuery(endpointQuery(listStaff))
  const { withReauthentication, dialog } = useReauthentication()
  return (
    <>
      <PageHeading title={t('word.staff')} text={t('staff.text')} />
      <div className="mt-6">
        <QueryView query={query} placeholder={<SkeletonRows label={t('staff.loading')} />} failed={t('staff.failed')}>
          {(staff) => <Staff staff={staff} withReauthentication={withReauthentication} />}
        </QueryView>
      </div>
      {dialog}
    </>
  )
}

interface StaffProps {
  staff: ResponseBody<typeof listStaff>
  withReauthentication: WithReauthentication
}

function Staff({ staff: { roles, members }, withReauthentication }: StaffProps) {
  const person = usePerson()
  const [edited, setEdited] = useState<StaffRole>()
  const roleOf = ({ roleId }: StaffMember) => roles.find(({ _id }) => _id === roleId)
  // A member of staff cannot change one with more permissions.
  const mayChange = (held: readonly Permission[]) => held.every((permission) => mayUse(person, permission))
  const taking = useConfirm<StaffMember>(
    (member) => ({
      title: t('staff.take-title', { email: member.email }),
      text: t('staff.take-text', { role: roleName(roleOf(member)) }),
      confirmLabel: t('staff.take'),
    }),
    ({ email }) =>
      withReauthentication(async () => {
        await write(assignStaffRole, { params: { email }, body: {} })
        toast.success(t('staff.taken', { email }))
      }),
  )
  const deleting = useConfirm<StaffRole>(
    ({ name }) => ({
      title: t('word.delete-question', { name }),
      text: t('staff.delete-text'),
      confirmLabel: t('staff.delete'),
    }),
    ({ _id }) =>
      withReauthentication(async () => {
        await write(deleteStaffRole, { params: { id: _id } })
        if (edited?._id === _id) setEdited(undefined)
        toast.success(t('staff.deleted'))
      }),
  )
  const columns: Column<StaffMember>[] = [
    {
      head: t('users.email'),
      phone: 'title',
      cell: ({ _id, email, name, emailVerified, invited }) => (
        <>
          <span id={`member-${_id}`} className="font-semibold wrap-anywhere">
            {email}
          </span>
          {name ? <span className="muted block text-sm">{name}</span> : null}
          {invited ? (
            <span className="mt-1 block text-sm font-normal">
              <Badge tone="neutral">{t('customers.invited')}</Badge> {t('staff.invited-since')}
            </span>
          ) : null}
          {emailVerified ? null : (
            <span className="mt-1 block text-sm font-normal">
              <Badge tone="warning">{t('users.not-verified')}</Badge> {t('staff.unverified')}
            </span>
          )}
        </>
      ),
    },
    { head: t('word.role'), cell: (member) => roleName(roleOf(member)) },
    actionsColumn((member) => (
      <Button
        size="sm"
        variant="quiet"
        className="whitespace-nowrap text-error"
        disabled={member.email === person.email || !mayChange(roleOf(member)?.permissions ?? allPermissions)}
        aria-describedby={`member-${member._id}`}
        onClick={() => taking.ask(member)}
      >
        {t('staff.take')}
      </Button>
    )),
  ]
  return (
    <div className="grid gap-8">
      <AssignForm roles={roles} withReauthentication={withReauthentication} />
      <section aria-labelledby="staff-members">
        <h2 id="staff-members" className="mb-3 text-xl">
          {t('word.members')}
        </h2>
        <Table caption={t('word.members')} columns={columns} rows={members} rowKey={({ _id }) => _id} />
      </section>
      <section aria-labelledby="staff-roles">
        <h2 id="staff-roles" className="mb-3 text-xl">
          {t('staff.roles')}
        </h2>
        <div className="grid gap-4 md:grid-cols-2">
          <Card>
            <h3 className="text-lg font-bold">{t('staff.everything')}</h3>
            <p className="mt-2">{t('staff.everything-text')}</p>
          </Card>
          {roles.map((role) => (
            <Card key={role._id}>
              <h3 id={`role-${role._id}`} className="text-lg font-bold wrap-anywhere">
                {roleName(role)}
              </h3>
              <p className="muted text-sm">
                {t('staff.count', { count: members.filter(({ roleId }) => roleId === role._id).length })}
              </p>
              <ul className="mt-2 list-disc pl-5">
                {role.permissions.map((permission) => (
                  <li key={permission}>{t(`permission.${permission}`)}</li>
                ))}
              </ul>
              {role.builtIn || !mayChange(role.permissions) ? null : (
                <p className="mt-3 flex flex-wrap gap-2">
                  <Button
                    size="sm"
                    variant="outline"
                    aria-describedby={`role-${role._id}`}
                    onClick={() => setEdited(role)}
                  >
                    {t('staff.edit')}
                  </Button>
                  <Button
                    size="sm"
                    variant="quiet"
                    className="text-error"
                    aria-describedby={`role-${role._id}`}
                    onClick={() => deleting.ask(role)}
                  >
                    {t('staff.delete')}
                  </Button>
                </p>
              )}
            </Card>
          ))}
        </div>
      </section>
      <RoleForm
        key={edited?._id}
        edited={edited}
        onDone={() => setEdited(undefined)}
        withReauthentication={withReauthentication}
      />
      {taking.dialog}
      {deleting.dialog}
    </div>
  )
}

/** Names a role; without one the member is an admin. */
function roleName(role: StaffRole | undefined): string {
  if (!role) return t('staff.everything')
  return role.builtIn ? t(`staff.built-in.${role.builtIn}`) : role.name
}

function AssignForm({
  roles,
  withReauthentication,
}: Pick<StaffProps, 'withReauthentication'> & { roles: StaffRole[] }) {
  const person = usePerson()
  const [email, setEmail] = useState('')
  const [roleId, setRoleId] = useState(roles[0]?._id ?? everything)
  const assigning = useAction(() =>
    withReauthentication(async () => {
      const params = { email: email.trim() }
      const { invited } =
        roleId === everything
          ? { ...(await write(makeAdmin, { params })), invited: false }
          : await write(assignStaffRole, { params, body: { roleId } })
      const { members } = await call(listStaff)
      const member = members.find((one) => one.email.toLowerCase() === params.email.toLowerCase())
      if (member?.emailVerified === false) toast.warning(t('staff.assigned-unverified', { email: member.email }))
      else toast.success(invited ? t('staff.invited', { email: params.email }) : t('staff.assigned'))
      setEmail('')
    }),
  )
  const given = roles.filter((role) => role.permissions.every((permission) => mayUse(person, permission)))
  const choices = [
    ...given.map((role) => ({ value: role._id, label: roleName(role) })),
    ...(person.role === 'admin' ? [{ value: everything, label: t('staff.everything') }] : []),
  ]
  function submit(event: FormEvent) {
    event.preventDefault()
    assigning.mutate(undefined)
  }
  return (
    <form className="flex flex-wrap items-end gap-3" onSubmit={submit}>
      <Field
        label={t('staff.email')}
        type="email"
        required
        className="w-full sm:w-80"
        maxLength={maxLengths.email}
        autoComplete="off"
        value={email}
        onChange={({ target }) => setEmail(target.value)}
      />
      <Select label={t('word.role')} className="w-full sm:w-60" choices={choices} value={roleId} onChoose={setRoleId} />
      <Button type="submit" busy={assigning.isPending}>
        {t('staff.assign')}
      </Button>
    </form>
  )
}

/** Adds a role, or changes the edited one. */
function RoleForm({
  edited,
  onDone,
  withReauthentication,
}: Pick<StaffProps, 'withReauthentication'> & { edited: StaffRole | undefined; onDone: () => void }) {
  const person = usePerson()
  const [name, setName] = useState(edited?.name ?? '')
  const [chosen, setChosen] = useState<GivenPermission[]>(edited?.permissions ?? [])
  const saving = useAction(() =>
    withReauthentication(async () => {
      const body = { name: name.trim(), permissions: chosen }
      await (edited ? write(updateStaffRole, { params: { id: edited._id }, body }) : write(addStaffRole, { body }))
      toast.success(t(edited ? 'staff.changed' : 'staff.added'))
      setName('')
      setChosen([])
      onDone()
    }),
  )
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        saving.mutate(undefined)
      }}
    >
      <Field
        label={t(edited ? 'staff.name' : 'staff.new')}
        required
        autoFocus={edited !== undefined}
        className="w-full sm:w-80"
        maxLength={maxLengths.staffRoleName}
        autoComplete="off"
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <CheckboxGroup
        legend={t('staff.permissions')}
        choices={permissions
          .filter((permission) => mayUse(person, permission))
          .map((value) => ({ value, label: t(`permission.${value}`) }))}
        checked={chosen}
        onChange={setChosen}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={saving.isPending} disabled={chosen.length === 0}>
          {t(edited ? 'staff.save' : 'staff.add')}
        </Button>
        {edited ? (
          <Button variant="outline" onClick={onDone}>
            {t('ui.cancel')}
          </Button>
        ) : null}
      </div>
    </form>
  )
}

export { RouteErrorBoundary as ErrorBoundary }
