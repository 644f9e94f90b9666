import type { DisputeRow } from './cards.tables.ts'

/** Whether a dispute in this state has taken the charge's money away. */
export const movedMoney = (status: DisputeRow['status']): boolean =>
  status === 'needs_response' || status === 'under_review' || status === 'lost'
