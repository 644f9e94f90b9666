import { t } from '#web/i18n/messages.ts'
import { useConfirm } from '#web/page/use-confirm.tsx'

/** Asks like `useConfirm` before something is deleted; `text` says what that changes. */
export const useConfirmDelete = <Target,>(
  nameOf: (target: Target) => string,
  text: string,
  work: (target: Target) => Promise<unknown>,
) =>
  useConfirm<Target>(
    (target) => ({
      title: t('word.delete-question', { name: nameOf(target) }),
      text,
      confirmLabel: t('word.delete'),
    }),
    work,
  )
