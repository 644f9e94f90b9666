import type { MailLink } from '#web/identity/mail-links.ts'
import { t } from '#web/i18n/messages.ts'

interface Words {
  title: string
  text: string
  button: string
  doneTitle: string
  doneText: string
}

/** Returns the texts of a mail link's page, before and after its use; undefined for an unknown kind of link. */
export function mailLinkMessages({ purpose, email, previousEmail, activates }: MailLink): Words | undefined {
  switch (purpose) {
    case 'VERIFY_EMAIL':
      return {
        title: t('verify-email.title'),
        text: t('verify-email.text', { email }),
        button: t('verify-email.button'),
        doneTitle: t('verify-email.done'),
        doneText: t('verify-email.done-text', { email }),
      }
    case 'PASSWORD_RESET':
      if (activates)
        return {
          title: t('activate.title'),
          text: t('activate.text'),
          button: t('activate.title'),
          doneTitle: t('reset-password.done'),
          doneText: t('activate.done-text', { email }),
        }
      return {
        title: t('mail-link.reset'),
        text: t('reset-password.text'),
        button: t('reset-password.button'),
        doneTitle: t('reset-password.done'),
        doneText: t('reset-password.done-text', { email }),
      }
    case 'VERIFY_AND_CHANGE_EMAIL':
      return {
        title: t('change-email.title'),
        text: t('change-email.text', { email, previousEmail }),
        button: t('change-email.button'),
        doneTitle: t('change-email.done'),
        doneText: t('change-email.done-text', { email }),
      }
    case 'RECOVER_EMAIL':
      return {
        title: t('recover-email.title'),
        text: t(previousEmail ? 'recover-email.text-from' : 'recover-email.text', { email, previousEmail }),
        button: t('recover-email.button'),
        doneTitle: t('recover-email.done'),
        doneText: t('recover-email.done-text', { email }),
      }
    case 'REVERT_SECOND_FACTOR_ADDITION':
      return {
        title: t('remove-second-step.title'),
        text: t('remove-second-step.text', { email }),
        button: t('remove-second-step.title'),
        doneTitle: t('remove-second-step.done'),
        doneText: t('remove-second-step.done-text'),
      }
    default:
      return undefined
  }
}

/** Returns the texts for a link that cannot be used any more; undefined for transient errors. */
export function expiredLinkMessages(code: string): { title: string; text: string } | undefined {
  switch (code) {
    case 'auth/expired-action-code':
      return { title: t('mail-link.too-old'), text: t('mail-link.too-old-text') }
    case 'auth/invalid-action-code':
      return { title: t('mail-link.dead'), text: t('mail-link.dead-text') }
    case 'auth/missing-action-code':
      return { title: t('mail-link.incomplete'), text: t('mail-link.incomplete-text') }
    default:
      return undefined
  }
}
