/** A moment as Stripe writes it. */
export const unixSeconds = (moment: Date): number => Math.floor(moment.getTime() / 1000)
