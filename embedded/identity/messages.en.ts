import type { Messages } from './mails.ts'
import { providerNames } from './provider-names.ts'

const notYou = 'This was not me: choose a new password'
const notYouNotes = [
  'The link works for 24 hours. A new password signs out every device, and removes every way to sign in and every second factor that was added with this change or after it.',
  'If you did it yourself, there is nothing to do.',
]
/** Tells of a change, with the way out for an owner who did not make it. */
const notice = (subject: string, lead: string) => ({ subject, lead, button: notYou, notes: notYouNotes })

const wayNames: Readonly<Record<string, string>> = {
  ...providerNames,
  password: 'A password',
  emailLink: 'An email sign-in link',
}
const wayName = (way: string) => wayNames[way] ?? way

export const windows = {
  failed: 'That did not work',
  done: 'You can go back now',
  doneText: 'Sign-in continues in the window you came from.',
  close: 'Close this window',
  home: 'Go to the home page',
  expired: 'This sign-in has run out or was begun in another browser. Close this window and try again.',
  incomplete: 'The address of this window is incomplete.',
  cancelled: 'You cancelled at the other provider.',
  notSetUp: 'This way of signing in is not set up.',
  silent: 'The other provider is not responding. Try again in a moment.',
  refused: 'We couldn’t verify the other provider’s response. Please try again.',
  unavailable: 'Signing in is not possible right now. Try again in a moment.',
  fault: 'Something went wrong here. Please try again.',
  chooser: {
    title: 'Choose an account',
    standIn: 'Development stand-in: no real Google account is asked',
    another: 'Use another account',
    name: 'Name',
    email: 'Email address',
    typed: 'An address that you type counts as not verified, so it opens no account that is there already.',
    missing: 'Enter a name and an email address.',
    submit: 'Continue',
    cancel: 'Cancel',
  },
}
/** Lists the texts of the sign-in windows of other providers. */
export type WindowWords = typeof windows

export const en = (site: string): Messages => ({
  mails: {
    'verify-email': ({ to }) => ({
      subject: `Verify your email for ${site}`,
      lead: `Please confirm that ${to} is your address, so that we can write to you about your orders.`,
      button: 'Verify my email',
      notes: ['The link works for 24 hours.', `If you did not create an account at ${site}, ignore this mail.`],
    }),
    'reset-password': ({ to }) => ({
      subject: `Reset your password for ${site}`,
      lead: `We received a request to reset the password for ${to}.`,
      button: 'Choose a new password',
      notes: [
        'The link works for one hour and only once. A new password signs you out everywhere.',
        'If it was not you, ignore this mail: your password stays as it is.',
      ],
    }),
    invitation: ({ to, isStaff }) => ({
      subject: isStaff ? `Your staff account at ${site}` : `Your account at ${site}`,
      lead: isStaff
        ? `You work for ${site} now: it has opened a staff account for ${to}. Choose a password to sign in; your work is under “Dashboard”.`
        : `${site} has opened an account for ${to}. Choose a password to sign in and order.`,
      button: 'Choose a password',
      notes: [
        'The link works for 7 days and only once. After that, “Forgot password?” on the sign-in page sends a new one.',
        'If you did not expect this mail, ignore it: nobody can use the account without it.',
      ],
    }),
    'sign-in-link': ({ to }) => ({
      subject: `Sign in to ${site}`,
      lead: `Use this link to sign in as ${to}. No password is needed.`,
      button: 'Sign in',
      notes: [
        'The link works for one hour and only once.',
        'If you did not ask for it, ignore this mail: nobody is signed in without the link.',
      ],
    }),
    'change-email': ({ to }) => ({
      subject: `Confirm your new email for ${site}`,
      lead: `Confirm that your account should use ${to}.`,
      button: 'Use this address',
      notes: [
        'The link works for 24 hours. Afterwards you sign in with the new address.',
        `If you have no account at ${site}, ignore this mail.`,
      ],
    }),
    'email-changed': ({ to, newEmail }) => ({
      subject: `Your email at ${site} was changed`,
      lead: `Your account now belongs to ${newEmail} and no longer to ${to}.`,
      button: 'This was not me: change it back',
      notes: [
        'The link works for 7 days. It restores your address and signs out every device.',
        'If you changed it yourself, there is nothing to do.',
      ],
    }),
    'email-recovered': ({ to }) => ({
      subject: `Your email at ${site} was restored`,
      lead: `Your account belongs to ${to} again. Every device was signed out, and every way to sign in that was added after the change was removed.`,
      button: 'Choose a new password',
      notes: [
        'If you did not change the email yourself, someone could get into your account: choose a new password. The link works for 24 hours.',
      ],
    }),
    'account-reclaimed': ({ to }) => ({
      subject: `Your ${site} account was started over`,
      lead: `You have shown that ${to} is yours. Somebody had opened an account with this address before and never shown that, so everything in it was removed: name, picture, phone, address, reviews, and every way to sign in. Whoever was signed in to it is signed out.`,
      button: 'Choose a new password',
      notes: [
        'The link works for one hour and only once. You need it only to sign in with a password.',
        'If it was you who opened the account, please fill in your profile again. Unpaid orders were cancelled; paid ones and those on account are still delivered, open invoices stay due, and the shop tells you about them.',
      ],
    }),
    'password-changed': ({ to }) => notice(`Your ${site} password was changed`, `A new password was set for ${to}.`),
    'sign-in-added': ({ to, way }) =>
      notice(
        `${wayName(way)} was added to your ${site} account`,
        `From now on, you can also sign in as ${to} with ${wayName(way)}.`,
      ),
    'sign-in-removed': ({ to, way }) =>
      notice(
        `${wayName(way)} was removed from your ${site} account`,
        `You can no longer sign in as ${to} with ${wayName(way)}.`,
      ),
    'phone-added': ({ to, phone }) =>
      notice(
        `A phone number was added to your ${site} account`,
        `From now on, you can also sign in as ${to} with a code that is sent to ${phone}.`,
      ),
    'phone-removed': ({ to, phone }) =>
      notice(
        `A phone number was removed from your ${site} account`,
        `You can no longer sign in as ${to} with a code that is sent to ${phone}.`,
      ),
    'second-factor-added': ({ to, factor }) => ({
      subject: `Two-factor authentication was added to your ${site} account`,
      lead: `From now on, signing in as ${to} also asks for a code ${factor === 'totp' ? 'from an authenticator app' : 'that is sent to a phone'}.`,
      button: 'This was not me: remove it',
      notes: [
        'The link works for 7 days. It removes two-factor authentication and signs out every device.',
        'If you added it yourself, there is nothing to do.',
      ],
    }),
    'second-factor-removed': ({ to, factor }) => ({
      subject: `Two-factor authentication was removed from your ${site} account`,
      lead: `Signing in as ${to} no longer asks for the code ${factor === 'totp' ? 'from an authenticator app' : 'that was sent to a phone'}.`,
      button: 'This was not me: choose a new password',
      notes: [
        'The link works for 24 hours. A new password signs out every device; then add two-factor authentication again.',
        'If you removed it yourself, there is nothing to do.',
      ],
    }),
    'recovery-codes-created': ({ to, left }) =>
      notice(
        `New recovery codes for your ${site} account`,
        `${left} recovery codes were created for ${to}. Each signs you in once in place of your second factor; older ones no longer work.`,
      ),
    'recovery-code-used': ({ to, left }) =>
      notice(
        `A recovery code was used for your ${site} account`,
        `Someone just signed in as ${to} with a recovery code. ${left === 0 ? 'None is left: create new ones under Security in your profile.' : `${left} ${left === 1 ? 'code is' : 'codes are'} left.`}`,
      ),
  },
  accountDeleted: (to) => ({
    subject: `Your ${site} account was deleted`,
    lead: `The account of ${to} was deleted, and with it your profile and every way to sign in.`,
    notes: [
      'This cannot be undone. Unpaid orders were cancelled; paid ones and those on account are still delivered, and open invoices stay due.',
      'If you did not delete it yourself, choose a new password for your mailbox and tell the shop.',
    ],
  }),
  phoneCode: (code) => `${code} is your ${site} code. It works for 10 minutes. Give it to nobody.`,
})
