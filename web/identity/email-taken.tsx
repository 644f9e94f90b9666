import { Link } from 'react-router'
import { textLink } from '#web/identity/account-page.tsx'
import { signInUrl } from '#web/identity/return-path.ts'
import { RichMessage } from '#web/i18n/rich-message.tsx'

/** Says that an address has an account, with a link to the sign-in page that keeps the address and leads on to `place`. */
export function EmailTaken({
  email,
  place,
  leave,
}: {
  email: string
  place: string
  /** Replaces the link's own way there. */
  leave?: (email: string) => void
}) {
  return (
    <RichMessage
      id="sign-up.email-taken"
      parts={{
        link: (
          <Link
            to={signInUrl(place)}
            state={{ email } satisfies TypedEmail}
            className={`${textLink} inline-block py-2`}
            onClick={(event) => {
              if (!leave) return
              event.preventDefault()
              leave(email)
            }}
          />
        ),
      }}
    />
  )
}

/** Describes the navigation state for the sign-in page. */
export interface TypedEmail {
  email: string
}

/** Returns the email address that was typed on the page before the sign-in page. */
export function typedEmail(state: unknown): string | undefined {
  const isTyped = typeof state === 'object' && state !== null && 'email' in state && typeof state.email === 'string'
  return isTyped ? (state.email as string) : undefined
}
