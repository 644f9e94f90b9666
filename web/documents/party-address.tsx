import { withCountryName } from '#web/documents/address-text.ts'
import { onPaper } from '#web/i18n/paper-language.tsx'

/** Shows an address in lines, below the name of the account unless the address has it. */
export const PartyAddress = onPaper(function PartyAddress({ name, text }: { name: string; text: string }) {
  const person = name.trim()
  // The account of `Sabine` orders for `Sabine Großkopf`.
  const isNamed = text.split('\n').some((line) => `${line.trim()} `.startsWith(`${person} `))
  return (
    <>
      {isNamed ? null : <p className="font-medium">{name}</p>}
      <p className="wrap-anywhere whitespace-pre-line">{withCountryName(text)}</p>
    </>
  )
})
