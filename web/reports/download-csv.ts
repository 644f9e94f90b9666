/** Saves rows as a CSV file. Text that a spreadsheet would take for a formula gets an apostrophe (OWASP ASVS 1.2.10). */
export function downloadCsv(name: string, rows: readonly (readonly string[])[]): void {
  const text = rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('')
  // The mark tells spreadsheets that it is UTF-8.
  const url = URL.createObjectURL(new Blob(['\uFEFF', text], { type: 'text/csv' }))
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
