import { useEffect, useEffectEvent } from 'react'
import { readTokenHolder } from '#web/api/access-token.ts'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/i18n/messages.ts'

/** Holds the edited fields of a form by name. */
type Draft = Record<string, unknown>

const prefix = 'boltyard.typed:'
const openForms = new Map<string, Read>()

/** Returns the edited fields; `isLeaving` is set if the page goes away, which the end of a session does not need. */
type Read = (isLeaving: boolean) => Draft

/**
 * Keeps what was typed into a form when its page is left or reloaded or the session ends: for the same user or visitor, in this tab
 * only. `name` tells forms apart; without it nothing is kept. `restore` fills the fields in when the form is next shown, which a
 * message says unless `isSilent` is set.
 */
export function useDraft(
  name: string | undefined,
  read: Read,
  restore: (draft: Draft) => void,
  { isSilent = false }: { isSilent?: boolean } = {},
): void {
  const announce = useEffectEvent(() => void (isSilent || toast.info(t('typed.back'))))
  const readNow = useEffectEvent(read)
  const restoreNow = useEffectEvent(restore)
  useEffect(() => {
    if (name === undefined) return
    const draft = takeDraft(name)
    if (draft) {
      restoreNow(draft)
      announce()
    }
    openForms.set(name, (isLeaving) => readNow(isLeaving))
    const owner = currentUser()
    const save = () => {
      if (currentUser() === owner) saveDraft(name, owner, readNow(true))
    }
    // A phone ends a hidden page without a further event.
    const saveIfHidden = () => void (document.visibilityState === 'hidden' && save())
    addEventListener('pagehide', save)
    document.addEventListener('visibilitychange', saveIfHidden)
    return () => {
      removeEventListener('pagehide', save)
      document.removeEventListener('visibilitychange', saveIfHidden)
      openForms.delete(name)
      save()
    }
  }, [name])
}

/** Keeps the drafts of all open forms, before the page changes. */
export function saveDrafts(email: string): void {
  for (const [name, read] of openForms) saveDraft(name, email, read(false))
}

/** Clears the drafts of all pages. */
export function clearDrafts(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key)
}

/** Returns the email of the user; empty for a visitor. */
const currentUser = () => readTokenHolder()?.email ?? ''

function saveDraft(name: string, email: string, draft: Draft): void {
  // A form that was sent since leaves nothing of an earlier save.
  if (Object.keys(draft).length === 0) sessionStorage.removeItem(prefix + name)
  else sessionStorage.setItem(prefix + name, JSON.stringify({ email, draft }))
}

function takeDraft(name: string): Draft | undefined {
  const text = sessionStorage.getItem(prefix + name)
  if (text === null) return undefined
  sessionStorage.removeItem(prefix + name)
  // Written by saveDraft above.
  const { email, draft } = JSON.parse(text) as { email: string; draft: Draft }
  return email === currentUser() ? draft : undefined
}
