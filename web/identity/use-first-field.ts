import { type RefObject, useEffect } from 'react'
import { useSession } from '#web/identity/session.ts'

/**
 * Focuses the first field of a page for visitors, once it is known that they are: beside a keyboard only, since that of a phone would cover the
 * page.
 */
export function useFirstField(field: RefObject<HTMLInputElement | null>): void {
  const { status } = useSession()
  useEffect(() => {
    const { activeElement } = document
    const isFree = activeElement === document.body || activeElement instanceof HTMLHeadingElement
    if (status === 'signed-out' && isFree && matchMedia('(pointer: fine)').matches) field.current?.focus()
  }, [status, field])
}
