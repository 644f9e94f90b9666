const key = 'boltyard.sign-in-link'

/** Stores the address that a sign-in link was mailed to, so that it need not be typed again in this browser. */
export const saveSignInLinkEmail = (email: string) => localStorage.setItem(key, email)

/** Returns the address of the last sign-in link requested in this browser. */
export const readSignInLinkEmail = () => localStorage.getItem(key) ?? undefined

/** Removes the address once its link was used or is no longer wanted. */
export const clearSignInLinkEmail = () => localStorage.removeItem(key)
