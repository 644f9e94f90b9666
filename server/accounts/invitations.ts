/** Opens accounts at the identity service for people who have none yet. */
export interface Invitations {
  /** Opens an account without a known password; returns its uid, or undefined if the service does not tell that of an account that is there. Throws `customer-known`. */
  open(person: { email: string; displayName: string }): Promise<string | undefined>
  /** Mails a link to set a password; to staff that they work for the shop, where the mail is the shop's own. */
  send(person: { email: string; isStaff: boolean }): Promise<void>
}
