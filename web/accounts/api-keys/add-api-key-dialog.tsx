import { type FormEvent, useState } from 'react'
import { addApiKey } from '#contract/api-keys.ts'
import { maxLengths } from '#contract/max-lengths.ts'
import { type GivenPermission, permissions } from '#contract/permissions.ts'
import { useReauthentication } from '#web/accounts/security/reauthenticate.tsx'
import { useAction, write } from '#web/api/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckboxGroup } from '#web/ui/checkbox-group.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { t } from '#web/i18n/messages.ts'

interface Props {
  open: boolean
  onClose: () => void
  /** Gets the secret of the new key. */
  onAdded: (secret: string) => void
}

/** Makes a key for a program. */
export function AddApiKeyDialog({ open, onClose, onAdded }: Props) {
  const { withReauthentication, dialog } = useReauthentication()
  return (
    <>
      <Dialog open={open} title={t('api-keys.add')} text={t('api-keys.add-text')} onClose={onClose}>
        {open ? (
          <AddForm
            add={(body) =>
              withReauthentication(async () => {
                const { secret } = await write(addApiKey, { body })
                onClose()
                onAdded(secret)
              })
            }
          />
        ) : null}
      </Dialog>
      {dialog}
    </>
  )
}

interface NewKey {
  name: string
  scopes: GivenPermission[]
  expiresInDays?: number
}

const lifetimes = ['never', '30', '90', '365'] as const

function AddForm({ add }: { add: (key: NewKey) => Promise<unknown> }) {
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<GivenPermission[]>([])
  const [lifetime, setLifetime] = useState<(typeof lifetimes)[number]>('never')
  const adding = useAction(() =>
    add({ name: name.trim(), scopes, ...(lifetime !== 'never' && { expiresInDays: Number(lifetime) }) }),
  )
  function submit(event: FormEvent) {
    event.preventDefault()
    adding.mutate(undefined)
  }
  return (
    <form className="grid gap-5" onSubmit={submit}>
      <Field
        label={t('word.name')}
        hint={t('api-keys.name-hint')}
        required
        maxLength={maxLengths.apiKeyName}
        autoComplete="off"
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <CheckboxGroup
        legend={t('api-keys.may')}
        choices={permissions.map((value) => ({ value, label: t(`permission.${value}`) }))}
        checked={scopes}
        onChange={setScopes}
      />
      <Select
        label={t('api-keys.lifetime')}
        choices={lifetimes.map((value) => ({ value, label: t(`api-keys.lifetime.${value}`) }))}
        value={lifetime}
        onChoose={setLifetime}
      />
      <div>
        <Button type="submit" busy={adding.isPending} disabled={scopes.length === 0 || name.trim() === ''}>
          {t('api-keys.add')}
        </Button>
      </div>
    </form>
  )
}
