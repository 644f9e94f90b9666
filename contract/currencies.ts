/** Lists what is no money to pay with: units of account, metals, bond markets, tests, codes of funds. */
const notPayable = /^(X(?!AF|CD|CG|OF|PF)..|BOV|CHE|CHW|CLF|COU|MXV|USN|UYI|UYW|VED)$/

/** Lists the codes of all currencies that a shop can have. */
export const listCurrencies = (): string[] =>
  Intl.supportedValuesOf('currency').filter((code) => !notPayable.test(code))
