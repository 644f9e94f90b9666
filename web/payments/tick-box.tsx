/** Shows the place for a tick on paper. */
export const TickBox = () => <span aria-hidden="true" className="inline-block h-5 w-5 border border-base-content" />
