import { useState } from 'react'
import { useController } from 'react-hook-form'
import type { Body } from '#contract/endpoint.ts'
import { maxLengths } from '#contract/max-lengths.ts'
import { changeMailServer, mailEncryptions, type MailServerState, removeMailServer } from '#contract/notifications.ts'
import { useReauthentication } from '#web/accounts/security/reauthenticate.tsx'
import { Problem } from '#web/api/api-problem.ts'
import { write } from '#web/api/queries.ts'
import { isEmailAddress } from '#web/page/is-email-address.ts'
import { useConfirm } from '#web/page/use-confirm.tsx'
import { useEntryForm } from '#web/page/use-entry-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { Select } from '#web/ui/select.tsx'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/i18n/messages.ts'

type Encryption = (typeof mailEncryptions)[number]

interface Typed {
  host: string
  port: string
  encryption: Encryption
  user: string
  password: string
  sender: string
}

/** The port that providers name for each encryption. */
const usualPorts: Record<Encryption, string> = { tls: '465', starttls: '587', none: '25' }

function showSettings(settings: MailServerState['settings']): Typed {
  return {
    host: settings?.host ?? '',
    port: String(settings?.port ?? usualPorts.tls),
    encryption: settings?.encryption ?? 'tls',
    user: settings?.user ?? '',
    password: '',
    sender: settings?.sender ?? '',
  }
}

/** Says why the mail server was not saved. */
class MailServerProblem extends Problem {}

/** Sets the mail server, which is tried before it is saved. */
export function MailServerForm({ state: { settings, state } }: { state: MailServerState }) {
  const { withReauthentication, dialog } = useReauthentication()
  const [stored, setStored] = useState(state === 'password-lost' ? undefined : settings)
  // No draft: a password is kept nowhere in the browser.
  const form = useEntryForm<Typed>({
    values: showSettings(settings),
    async send({ port, password, ...typed }) {
      const server = {
        ...typed,
        host: typed.host.trim(),
        user: typed.user.trim(),
        sender: typed.sender.trim(),
        port: Number(port),
      }
      const isSaved = await withReauthentication(() =>
        save({ ...server, ...(password !== '' && server.user !== '' ? { password } : {}) }),
      )
      if (!isSaved) throw new MailServerProblem(t('mail-server.not-saved'))
      setStored(server)
      toast.success(t('mail-server.saved'))
      return { ...server, port, password: '' }
    },
  })
  const removal = useConfirm<undefined>(
    () => ({
      title: t('mail-server.remove-title'),
      text: t('mail-server.remove-text'),
      confirmLabel: t('word.remove'),
    }),
    async () => {
      if (!(await withReauthentication(async () => void (await write(removeMailServer))))) return
      toast.success(t('mail-server.removed'))
      // The typed settings of a mail server go with it.
      setStored(undefined)
      form.reset(showSettings(undefined))
    },
  )
  const encryption = useController({ control: form.control, name: 'encryption' }).field
  function chooseEncryption(chosen: Encryption) {
    if (form.getValues('port') === usualPorts[encryption.value]) form.fill('port', usualPorts[chosen])
    encryption.onChange(chosen)
  }
  const needsPassword = ({ host, port, user, encryption: chosen }: Typed) =>
    user.trim() !== '' &&
    !(
      stored?.host === host.trim() &&
      stored.port === Number(port) &&
      stored.user === user.trim() &&
      stored.encryption === chosen
    )

  return (
    <>
      <form {...form.form} aria-label={t('mail-server.form')} className="grid gap-5">
        <div className="grid gap-5 md:grid-cols-2">
          <Field
            label={t('mail-server.host')}
            hint={t('mail-server.host-hint')}
            required
            maxLength={253}
            autoComplete="off"
            spellCheck={false}
            {...form.field('host', {
              validate: (text) => /^[\w.:-]+$/.test(text.trim()) || t('mail-server.no-host'),
            })}
          />
          <div className="grid grid-cols-[1fr_7rem] gap-5">
            <Select
              label={t('mail-server.encryption')}
              choices={mailEncryptions.map((value) => ({ value, label: t(`mail-server.encryption.${value}`) }))}
              value={encryption.value}
              onChoose={chooseEncryption}
            />
            <Field
              label={t('mail-server.port')}
              required
              inputMode="numeric"
              maxLength={5}
              autoComplete="off"
              {...form.field('port', {
                validate: (text) =>
                  (/^\d+$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= 65_535) ||
                  t('mail-server.no-port'),
              })}
            />
          </div>
          <Field
            label={t('mail-server.user')}
            hint={t('mail-server.user-hint')}
            maxLength={maxLengths.email}
            autoComplete="off"
            spellCheck={false}
            {...form.field('user')}
          />
          <Field
            label={t('word.password')}
            hint={stored && stored.user !== '' ? t('mail-server.password-kept') : undefined}
            type="password"
            maxLength={500}
            // A browser must not fill in the password of the shop's own account.
            autoComplete="new-password"
            {...form.field('password', {
              validate: (text, values) => text !== '' || !needsPassword(values) || t('mail-server.fault.password'),
            })}
          />
          <Field
            label={t('mail-server.from')}
            hint={t('mail-server.from-hint')}
            required
            type="email"
            maxLength={maxLengths.email}
            autoComplete="off"
            {...form.field('sender', {
              validate: (text) => isEmailAddress(text) || t('identity.invalid-email'),
            })}
          />
        </div>
        <FormError text={form.problem} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={form.busy} disabled={!form.isDirty}>
            {t('mail-server.save')}
          </Button>
          {settings ? (
            <Button variant="outline" disabled={form.busy} onClick={() => removal.ask(undefined)}>
              {t('word.remove')}
            </Button>
          ) : null}
        </div>
      </form>
      {removal.dialog}
      {dialog}
    </>
  )
}

/** Throws why the mail server does not take mails, and what it said. */
async function save(body: Body<typeof changeMailServer>): Promise<void> {
  const { fault, answer } = await write(changeMailServer, { body })
  if (fault === undefined) return
  const reason = t(`mail-server.fault.${fault}`)
  throw new MailServerProblem(answer === undefined ? reason : `${reason} ${t('mail-server.its-answer', { answer })}`)
}
