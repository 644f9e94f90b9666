import type { MailLink } from '#web/identity/mail-links.ts'

interface Words {
  title: string
  text: string
  button: string
  doneTitle: string
  doneText: string
}

/** What the page of a mail's link says, before and after it was used; undefined for a link that this shop cannot use. */
export function mailLinkWords({ purpose, email, previousEmail }: MailLink): Words | undefined {
  switch (purpose) {
    case 'VERIFY_EMAIL':
      return {
        title: 'Verify your e-mail',
        text: `Please confirm that ${email} is your address, so that we can send you news of your orders.`,
        button: 'Verify my e-mail',
        doneTitle: 'Your e-mail is verified',
        doneText: `Thank you. We know now that ${email} is yours.`,
      }
    case 'PASSWORD_RESET':
      return {
        title: 'Choose a new password',
        text: 'It replaces the old one and signs you out everywhere.',
        button: 'Save new password',
        doneTitle: 'Your new password is saved',
        doneText: `From now on it signs you in as ${email}. The old one does not work any more.`,
      }
    case 'VERIFY_AND_CHANGE_EMAIL':
      return {
        title: 'Confirm your new e-mail',
        text: `Your account moves from ${previousEmail} to ${email}. Afterwards you sign in with the new address.`,
        button: 'Use this address',
        doneTitle: 'Your e-mail is changed',
        doneText: `Your account belongs to ${email} now. Please sign in with this address.`,
      }
    case 'RECOVER_EMAIL':
      return {
        title: 'Bring your e-mail back',
        text: `Your account goes back${previousEmail && ` from ${previousEmail}`} to ${email}, and everybody is signed out.`,
        button: 'Bring my e-mail back',
        doneTitle: 'Your e-mail is back',
        doneText: `Your account belongs to ${email} again. If you did not change it yourself, somebody may know your password: choose a new one.`,
      }
    case 'REVERT_SECOND_FACTOR_ADDITION':
      return {
        title: 'Remove the second step',
        text: `Signing in as ${email} will not ask for a code any more, and everybody is signed out.`,
        button: 'Remove the second step',
        doneTitle: 'The second step is removed',
        doneText: 'If you did not add it yourself, somebody knows your password: choose a new one.',
      }
    default:
      return undefined
  }
}

/** Why a link cannot be used any more, by the identity library's code; undefined for failures that may pass. */
export function deadLinkWords(code: string): { title: string; text: string } | undefined {
  switch (code) {
    case 'auth/expired-action-code':
      return { title: 'This link is too old', text: 'For your safety it worked for a limited time only.' }
    case 'auth/invalid-action-code':
      return {
        title: 'This link does not work any more',
        text: 'It was used already, or a newer mail has taken its place.',
      }
    case 'auth/missing-action-code':
      return {
        title: 'This link is not complete',
        text: 'Open it from the mail once more, or copy its whole address.',
      }
    default:
      return undefined
  }
}
