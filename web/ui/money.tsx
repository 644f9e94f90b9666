/** Dollars as a buyer reads them: two decimals only when there are cents. */
export function moneyText(dollars: number): string {
  const cents = Math.round(dollars * 100)
  const decimals = cents % 100 === 0 ? 0 : 2
  return `$${(cents / 100).toLocaleString('en-US', { minimumFractionDigits: decimals, maximumFractionDigits: decimals })}`
}

export function Money({ dollars }: { dollars: number }) {
  return <span className="figures">{moneyText(dollars)}</span>
}
