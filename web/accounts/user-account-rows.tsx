import { KeyRound, MonitorSmartphone, ShieldCheck, Smartphone, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import {
  disableAccount,
  enableAccount,
  removePhoneNumber,
  type IdentityAccount,
  removeSecondFactor,
  sendPasswordReset,
  signOutAccount,
  type User,
  type UserAccount,
} from '#contract/accounts.ts'
import { describeDevice } from '#web/accounts/security/describe-device.ts'
import type { WithReauthentication } from '#web/accounts/security/reauthenticate.tsx'
import { Lines, SecurityRow } from '#web/accounts/security/security-row.tsx'
import { write } from '#web/api/queries.ts'
import { pageSettings } from '#web/api/page-settings.ts'
import { useConfirm } from '#web/page/use-confirm.tsx'
import { textLink } from '#web/identity/account-page.tsx'
import { providerName } from '#web/identity/provider-names.ts'
import { FactorIcon } from '#web/identity/second-factor-form.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { type Fact, Facts } from '#web/ui/facts.tsx'
import { Day, DayTime } from '#web/ui/date-time.tsx'
import { toast } from '#web/ui/toast.tsx'
import { RichMessage } from '#web/i18n/rich-message.tsx'
import { t, type MessageId } from '#web/i18n/messages.ts'

type SecondFactor = IdentityAccount['secondFactors'][number]

/** Describes an admin action: confirmation, work and success message. */
interface Action {
  title: MessageId
  text: MessageId
  confirm: MessageId
  done: MessageId
  run: (id: string) => Promise<unknown>
}

const of = (id: string) => ({ params: { id } })

const actions = {
  disable: {
    title: 'user-account.disable-title',
    text: 'user-account.disable-text',
    confirm: 'user-account.disable',
    done: 'user-account.disabled',
    run: (id) => write(disableAccount, of(id)),
  },
  enable: {
    title: 'user-account.enable-title',
    text: 'user-account.enable-text',
    confirm: 'user-account.enable',
    done: 'user-account.enabled',
    run: (id) => write(enableAccount, of(id)),
  },
  signOut: {
    title: 'user-account.sign-out-title',
    text: 'user-account.sign-out-text',
    confirm: 'security.sign-out-everywhere',
    done: 'user-account.signed-out',
    run: (id) => write(signOutAccount, of(id)),
  },
  removePhone: {
    title: 'user-account.free-phone-title',
    text: 'user-account.free-phone-text',
    confirm: 'user-account.free-phone',
    done: 'user-account.phone-freed',
    run: (id) => write(removePhoneNumber, of(id)),
  },
  resetPassword: {
    title: 'user-account.reset-title',
    text: 'user-account.reset-text',
    confirm: 'user-account.reset-confirm',
    done: 'mail-link.sent',
    run: (id) => write(sendPasswordReset, of(id)),
  },
} satisfies Record<string, Action>

const removeFactor = (factorId: string): Action => ({
  title: 'user-account.remove-factor-title',
  text: 'user-account.remove-factor-text',
  confirm: 'word.remove',
  done: 'user-account.factor-removed',
  run: (id) => write(removeSecondFactor, { params: { id, factorId } }),
})

/** Shows the state of an account with the admin actions; read only for the own account and for one managed elsewhere. */
export function UserAccountRows({
  user,
  account,
  managedBy,
  withReauthentication,
  isOwn,
}: UserAccount & { withReauthentication: WithReauthentication; isOwn: boolean }) {
  const asking = useConfirm<Action>(
    ({ title, text, confirm }) => ({
      title: t(title, { email: user.email }),
      text: t(text, { email: user.email }),
      confirmLabel: t(confirm),
    }),
    ({ run, done }) =>
      withReauthentication(async () => {
        await run(user._id)
        toast.success(t(done, { email: user.email }))
      }),
  )
  const button = (action: Action, label: ReactNode = t(action.confirm)) =>
    isOwn ? null : (
      <Button size="sm" variant="outline" onClick={() => asking.ask(action)}>
        {label}
      </Button>
    )
  return (
    <>
      {isOwn ? (
        <p className="mt-6 rounded-field border border-base-300 bg-base-200 px-4 py-3">
          <RichMessage
            id="user-account.own"
            parts={{ link: <Link to="/dashboard/security" prefetch="intent" className={textLink} /> }}
          />
        </p>
      ) : null}
      <ul className="card-surface mt-6 divide-y divide-base-300">
        <SecurityRow
          Icon={UserRound}
          title={t('word.account')}
          state={
            user.disabled ? (
              <Badge tone="error">{t('users.disabled')}</Badge>
            ) : (
              <Badge tone="success">{t('word.active')}</Badge>
            )
          }
          action={button(user.disabled ? actions.enable : actions.disable)}
        >
          <div className="max-w-md">
            <Facts facts={factsOf(user, account)} />
          </div>
        </SecurityRow>
        {account ? (
          <AccountRows account={account} isDisabled={user.disabled} button={button} />
        ) : (
          <NoAccountRow managedBy={managedBy} />
        )}
      </ul>
      {asking.dialog}
    </>
  )
}

type ActionButton = (action: Action, label?: ReactNode) => ReactNode

function AccountRows({
  account,
  isDisabled,
  button,
}: {
  account: IdentityAccount
  isDisabled: boolean
  button: ActionButton
}) {
  const { providers, phoneNumber, secondFactors, sessions } = account
  return (
    <>
      <SecurityRow
        Icon={KeyRound}
        title={t('user-account.ways')}
        text={providers.length > 0 ? undefined : t('user-account.no-ways')}
        action={isDisabled ? null : button(actions.resetPassword, t('user-account.reset'))}
      >
        {providers.length > 0 ? (
          <Lines
            label={t('user-account.ways')}
            lines={providers.map(({ id, name }) => ({ key: id, title: providerLabel(id), text: name }))}
          />
        ) : null}
      </SecurityRow>
      <SecurityRow
        Icon={Smartphone}
        title={t('word.phone')}
        text={phoneNumber ?? t('user-account.no-phone')}
        action={phoneNumber ? button(actions.removePhone) : null}
      />
      <SecurityRow
        Icon={ShieldCheck}
        title={t('second-step.title')}
        state={secondFactors.length > 0 ? <Badge tone="success">{t('word.on')}</Badge> : <Badge>{t('word.off')}</Badge>}
      >
        {secondFactors.length > 0 ? (
          <Lines
            label={t('second-step.title')}
            lines={secondFactors.map((factor) => ({
              key: factor.id,
              icon: <FactorIcon kind={factor.kind === 'totp' ? 'totp' : 'sms'} />,
              title: factorLabel(factor),
              text: <RichMessage id="security.since" parts={{ day: <Day iso={factor.enrolledAt} /> }} />,
              action: button(
                removeFactor(factor.id),
                <RichMessage
                  id="security.remove-step"
                  values={{ name: factorLabel(factor) }}
                  parts={{ hidden: <span className="sr-only" /> }}
                />,
              ),
            }))}
          />
        ) : null}
      </SecurityRow>
      <SecurityRow
        Icon={MonitorSmartphone}
        title={t('user-account.sessions')}
        text={sessions.length > 0 ? undefined : t('user-account.no-sessions')}
        action={sessions.length > 0 ? button(actions.signOut) : null}
      >
        {sessions.length > 0 ? (
          <Lines
            label={t('security.sessions')}
            lines={sessions.map(({ startedAt, lastUsedAt, ipAddress, userAgent }) => ({
              key: startedAt + lastUsedAt,
              title: describeDevice(userAgent),
              text: (
                <>
                  <RichMessage id="security.last-used" parts={{ moment: <DayTime iso={lastUsedAt} /> }} />
                  {ipAddress ? <span className="figures"> · {ipAddress}</span> : null}
                </>
              ),
            }))}
          />
        ) : null}
      </SecurityRow>
    </>
  )
}

/** Says where the rest is managed, in place of buttons that could do nothing. */
function NoAccountRow({ managedBy }: Pick<UserAccount, 'managedBy'>) {
  if (managedBy === 'shop') {
    return <SecurityRow Icon={KeyRound} title={t('user-account.ways')} text={t('user-account.no-account')} />
  }
  const project = encodeURIComponent(pageSettings().identity.projectId)
  return (
    <SecurityRow
      Icon={KeyRound}
      title={t('user-account.elsewhere')}
      text={
        <RichMessage
          id="user-account.elsewhere-text"
          parts={{
            link: (
              <a
                href={`https://console.firebase.google.com/project/${project}/authentication/users`}
                target="_blank"
                rel="noreferrer"
                className={textLink}
              />
            ),
          }}
        />
      }
    />
  )
}

function factsOf(user: User, account: IdentityAccount | undefined): (Fact | undefined)[] {
  return [
    { term: t('user-account.created'), value: <DayTime iso={account?.createdAt ?? user.createdAt} /> },
    account && { term: t('user-account.last-sign-in'), value: <DayTime iso={account.lastSignInAt} /> },
    {
      term: t('word.email'),
      value: t((account?.emailVerified ?? user.emailVerified) ? 'security.verified' : 'users.not-verified'),
    },
    { term: t('word.role'), value: t(user.role === 'admin' ? 'api.admin' : 'user-account.customer') },
  ]
}

function providerLabel(id: string): string {
  if (id === 'password') return t('word.password')
  return id === 'emailLink' ? t('word.email-link') : providerName(id)
}

const factorLabel = ({ kind, phoneNumber }: SecondFactor) =>
  kind === 'totp' ? t('word.authenticator-app') : t('second-step.phone', { phone: phoneNumber ?? '' })
