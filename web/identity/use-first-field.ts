import { type RefObject, useEffect } from 'react'
import { useSession } from '#web/identity/session.ts'
import { focusWhenAwake } from '#web/ui/focus-when-awake.ts'

/**
 * Focuses the first field of a page for visitors, once it is known that they are: beside a keyboard only, since that of a phone would cover the
 * page.
 */
export function useFirstField(field: RefObject<HTMLInputElement | null>): void {
  const { status } = useSession()
  useEffect(() => {
    const { activeElement } = document
    // The link that led here keeps the focus where it is on both pages; one that is pressed meanwhile leads on.
    const isFree =
      activeElement instanceof HTMLAnchorElement
        ? activeElement.pathname === location.pathname
        : activeElement?.matches('body, h1')
    if (status === 'signed-out' && isFree && matchMedia('(pointer: fine)').matches) focusWhenAwake(field.current)
  }, [status, field])
}
