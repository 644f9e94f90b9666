/** Limits the name of a person, in UTF-16 units. */
export const maxPersonName = 100

/** Matches line breaks, email addresses, tags, and what is not seen; Persian and Indic letters need the joiners before them. */
const forbidden = /[\p{Cc}\p{Zl}\p{Zp}@<>]|(?![\u200C\u200D]\p{Lo})\p{Cf}/u
/** Matches text that mail programs turn into links, or that people read as one. */
const links = [
  /:\/\/|(?<![\p{L}\p{N}])www\.|[\p{L}\p{N}]\.\p{L}{2,}[/:?#]/iu,
  // evil[.]com
  /[[({]\s*(?:\.|dot)\s*[\])}]/iu,
  // Well-known endings, however they are written.
  /[\p{L}\p{N}]{2}\.(?:com|net|org|info|biz|shop|online|site|xyz|top|app|dev|io|de|at|ch|eu|uk|nl|fr|ru|cn)(?![\p{L}\p{N}]|\.[\p{L}\p{N}])/iu,
  // Any other ending in small letters, but not "Dr.med.", "St.John" or "Co.KG".
  /[\p{L}\p{N}]{2}\.\p{Ll}{2,}(?![\p{L}\p{N}.])/u,
]

/** Returns whether a text can be the name of a person or a company: one line that says something, without a link. */
export function isPersonName(text: string): boolean {
  if (text.length > maxPersonName || text.trim() === '' || !text.isWellFormed()) return false
  const plain = text.normalize('NFKC')
  return !forbidden.test(plain) && !links.some((link) => link.test(plain))
}
