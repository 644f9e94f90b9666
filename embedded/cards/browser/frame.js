// @ts-check
// Runs the card element's own page. It is in a sandboxed frame, so the page around it cannot read it; number and
// security code are sent to the sandbox's API only.
import { cardBrand, cardLengths, cvcLength, isCardNumber } from './card-number.js'

{
  /** @typedef {{ code: string, message: string, type: 'validation_error' }} Problem */
  /** @typedef {'number' | 'expiry' | 'cvc'} FieldName */

  const fields = {
    number: input('number'),
    expiry: input('expiry'),
    cvc: input('cvc'),
  }
  /** @type {FieldName[]} */
  const order = ['number', 'expiry', 'cvc']
  /** Fields that lost focus once: only they are reported as incomplete. @type {Set<FieldName>} */
  const touched = new Set()
  const root = document.documentElement
  const brandIcon = byId('brand')
  const problemText = byId('problem')

  let publishableKey = ''
  let hasFocus = false
  let lastChange = ''
  /** @type {MessagePort | undefined} */
  let port

  /** @param {string} id */
  function byId(id) {
    const found = document.getElementById(id)
    if (!found) throw new Error(`No element ${id}`)
    return found
  }

  /** @param {string} id */
  function input(id) {
    const found = byId(id)
    if (!(found instanceof HTMLInputElement)) throw new Error(`No input ${id}`)
    return found
  }

  /** @param {string} text */
  const digitsOf = (text) => text.replace(/\D/g, '')
  const digits = () => digitsOf(fields.number.value)
  const maxCvcLength = () => cvcLength(cardBrand(digits()))

  /** @param {string} number */
  function groupByFour(number) {
    const brand = cardBrand(number)
    const groups =
      brand === 'amex'
        ? /^(\d{1,4})(\d{1,6})?(\d{1,5})?$/
        : brand === 'diners' && number.length <= 14
          ? /^(\d{1,4})(\d{1,6})?(\d{1,4})?$/
          : undefined
    const parts = groups ? (groups.exec(number)?.slice(1) ?? []) : (number.match(/\d{1,4}/g) ?? [])
    return parts.filter(Boolean).join(' ')
  }

  // Validation: an incomplete field is an error only after it lost focus.

  /** @param {string} code @param {string} message @returns {Problem} */
  const problem = (code, message) => ({ code, message, type: 'validation_error' })

  /** @type {Record<FieldName, () => Problem | undefined>} */
  const problems = {
    number() {
      const number = digits()
      const allowed = cardLengths[cardBrand(number)]
      if (number.length < Math.min(...allowed)) return problem('incomplete_number', 'Your card number is incomplete.')
      return isCardNumber(number) ? undefined : problem('invalid_number', 'Your card number is invalid.')
    },
    expiry() {
      const text = digitsOf(fields.expiry.value)
      if (text.length < 4) return problem('incomplete_expiry', "Your card's expiration date is incomplete.")
      const month = Number(text.slice(0, 2))
      const year = 2000 + Number(text.slice(2))
      const today = new Date()
      if (month < 1 || month > 12) return problem('invalid_expiry_month', "Your card's expiration date is invalid.")
      if (year < today.getFullYear())
        return problem('invalid_expiry_year_past', "Your card's expiration year is in the past.")
      if (year === today.getFullYear() && month < today.getMonth() + 1)
        return problem('invalid_expiry_month_past', "Your card's expiration date is in the past.")
      if (year > today.getFullYear() + 50)
        return problem('invalid_expiry_year', "Your card's expiration year is invalid.")
      return undefined
    },
    cvc() {
      return digitsOf(fields.cvc.value).length < maxCvcLength()
        ? problem('incomplete_cvc', "Your card's security code is incomplete.")
        : undefined
    },
  }

  /** @param {FieldName} name */
  function shownProblem(name) {
    const found = problems[name]()
    const isIncomplete = found?.code.startsWith('incomplete')
    return isIncomplete && !touched.has(name) ? undefined : found
  }

  // Formatting

  /** Replaces the text and keeps the caret behind the same digit. @param {HTMLInputElement} field @param {string} text */
  function replaceText(field, text) {
    if (field.value === text) return
    const end = field.selectionStart === field.value.length
    const before = digitsOf(field.value.slice(0, field.selectionStart ?? 0)).length
    field.value = text
    if (document.activeElement !== field) return
    let caret = 0
    for (let seen = 0; caret < text.length && seen < before; caret += 1) if (/\d/.test(text[caret] ?? '')) seen += 1
    field.setSelectionRange(end ? text.length : caret, end ? text.length : caret)
  }

  /** @param {boolean} deleting */
  function formatNumber(deleting) {
    const number = digits()
    const brand = cardBrand(number)
    replaceText(fields.number, groupByFour(number.slice(0, Math.max(...cardLengths[brand]))))
    brandIcon.dataset['brand'] = brand
    fields.cvc.maxLength = maxCvcLength()
    if (digitsOf(fields.cvc.value).length > maxCvcLength()) fields.cvc.value = fields.cvc.value.slice(0, maxCvcLength())
    if (!deleting && number.length >= Math.min(...cardLengths[brand]) && brand !== 'unionpay') advance('number')
  }

  /** @param {boolean} deleting */
  function formatExpiry(deleting) {
    const typed = fields.expiry.value
    const separated = /^\s*(\d{1,2})\s*[/.-]\s*(\d*)/.exec(typed)
    let text = separated
      ? `${String(separated[1]).padStart(2, '0')}${String(separated[2]).length === 4 ? String(separated[2]).slice(2) : separated[2]}`
      : digitsOf(typed)
    // '122030', as some browsers autofill it.
    if (/^\d{2}20\d{2}$/.test(text)) text = text.slice(0, 2) + text.slice(4)
    if (!deleting && /^[2-9]/.test(text)) text = `0${text}`
    if (/^1[3-9]/.test(text)) text = `0${text}`
    text = text.slice(0, 4)
    const shown = text.length > 2 || (text.length === 2 && !deleting) ? `${text.slice(0, 2)} / ${text.slice(2)}` : text
    replaceText(fields.expiry, shown)
    if (!deleting && text.length === 4) advance('expiry')
  }

  /** Focuses the next field if this one is valid and the caret is at its end. @param {FieldName} name */
  function advance(name) {
    const field = fields[name]
    if (document.activeElement !== field || field.selectionStart !== field.value.length || problems[name]()) return
    const next = order[order.indexOf(name) + 1]
    if (next) fields[next].focus()
  }

  for (const name of order) {
    const field = fields[name]
    field.addEventListener('input', (event) => {
      const deleting = event instanceof InputEvent && event.inputType.startsWith('delete')
      if (name === 'number') formatNumber(deleting)
      if (name === 'expiry') formatExpiry(deleting)
      if (name === 'cvc') replaceText(field, digitsOf(field.value).slice(0, maxCvcLength()))
      emitChange()
    })
    field.addEventListener('keydown', (event) => {
      if (event.key === 'Enter') port?.postMessage({ type: 'submit' })
      if (event.key === 'Backspace') handleBackspace(event, name)
    })
    field.addEventListener('focusin', () => {
      if (!hasFocus) port?.postMessage({ type: 'focus' })
      hasFocus = true
    })
    field.addEventListener('focusout', () => {
      if (field.value !== '') touched.add(name)
      emitChange()
      setTimeout(checkBlur)
    })
  }
  window.addEventListener('blur', () => setTimeout(checkBlur))

  function checkBlur() {
    if (!hasFocus || (document.hasFocus() && document.activeElement instanceof HTMLInputElement)) return
    hasFocus = false
    port?.postMessage({ type: 'blur' })
  }

  /** Handles Backspace: in an empty field it moves to the previous one; after a gap it deletes the digit before it.
   * @param {KeyboardEvent} event @param {FieldName} name */
  function handleBackspace(event, name) {
    const field = fields[name]
    const previous = order[order.indexOf(name) - 1]
    if (field.value === '' && previous) {
      event.preventDefault()
      fields[previous].focus()
      return
    }
    const caret = field.selectionStart ?? 0
    if (caret !== field.selectionEnd) return
    const gap = /[ /]+$/.exec(field.value.slice(0, caret))?.[0].length ?? 0
    if (gap > 0) field.setSelectionRange(caret - gap, caret - gap)
  }

  // Messages to the outer page

  function state() {
    const shown = order.map((name) => ({ name, found: shownProblem(name) }))
    for (const { name, found } of shown) fields[name].setAttribute('aria-invalid', String(found !== undefined))
    const first = shown.find(({ found }) => found)?.found
    problemText.textContent = first?.message ?? ''
    return {
      elementType: 'card',
      empty: order.every((name) => fields[name].value === ''),
      complete: order.every((name) => problems[name]() === undefined),
      brand: cardBrand(digits()),
      error: first,
    }
  }

  function emitChange() {
    const change = state()
    const text = JSON.stringify([change, digits().length])
    if (text === lastChange) return
    lastChange = text
    port?.postMessage({ type: 'change', change })
  }

  // Messages from the outer page

  /** The page is in English. @type {Record<string, { title: string } & Record<FieldName, [label: string, placeholder: string]>>} */
  const translations = {
    de: {
      title: 'Kartendaten',
      number: ['Nummer der Kredit- oder Debitkarte', 'Kartennummer'],
      expiry: ['Ablaufdatum der Kredit- oder Debitkarte', 'MM / JJ'],
      cvc: ['Prüfnummer der Kredit- oder Debitkarte', 'Prüfnr.'],
    },
  }

  /** @param {string} locale */
  function translate(locale) {
    const words = translations[locale]
    if (!words) return
    root.lang = locale
    document.title = words.title
    byId('card').setAttribute('aria-label', words.title)
    for (const name of order) {
      const [label, placeholder] = words[name]
      fields[name].setAttribute('aria-label', label)
      fields[name].placeholder = placeholder
    }
  }

  /** @type {[property: string, name: string, test: string][]} */
  const themed = [
    ['--color', 'color', 'color'],
    ['--background', 'backgroundColor', 'background-color'],
    ['--icon', 'iconColor', 'color'],
    ['--size', 'fontSize', 'font-size'],
    ['--family', 'fontFamily', 'font-family'],
    ['--weight', 'fontWeight', 'font-weight'],
    ['--spacing', 'letterSpacing', 'letter-spacing'],
  ]

  /** @param {Record<string, any>} options */
  function apply(options) {
    const base = options['style']?.base ?? {}
    for (const [property, name, test] of themed) set(property, base[name], test)
    set('--placeholder', base['::placeholder']?.color, 'color')
    set('--invalid', options['style']?.invalid?.color, 'color')
    if (options['disabled'] !== undefined)
      for (const name of order) fields[name].disabled = Boolean(options['disabled'])
  }

  /** @param {string} property @param {unknown} value @param {string} test */
  function set(property, value, test) {
    if (typeof value === 'string' && CSS.supports(test, value)) root.style.setProperty(property, value)
  }

  /** @param {Record<string, any>} message */
  async function handleMessage(message) {
    if (message['type'] === 'update') {
      apply(message['options'] ?? {})
      emitChange()
    }
    if (message['type'] === 'clear') {
      for (const name of order) fields[name].value = ''
      touched.clear()
      formatNumber(true)
      emitChange()
    }
    if (message['type'] === 'focus') (firstInvalid() ?? fields.number).focus()
    if (message['type'] === 'send') port?.postMessage({ type: 'result', id: message['id'], ...(await send(message)) })
  }

  function firstInvalid() {
    const name = order.find((each) => problems[each]())
    return name && fields[name]
  }

  /** Adds the card to a request and sends it. The response, with no more than the last four digits, goes to the page.
   * @param {Record<string, any>} message */
  async function send({ path, params }) {
    for (const name of order) touched.add(name)
    emitChange()
    const invalid = state().error
    if (invalid) return { status: 0, body: { error: invalid } }
    const text = digitsOf(fields.expiry.value)
    const body = new URLSearchParams(params)
    const method = 'payment_method_data'
    body.set('key', publishableKey)
    body.set(`${method}[type]`, 'card')
    body.set(`${method}[card][number]`, digits())
    body.set(`${method}[card][exp_month]`, String(Number(text.slice(0, 2))))
    body.set(`${method}[card][exp_year]`, `20${text.slice(2)}`)
    body.set(`${method}[card][cvc]`, fields.cvc.value)
    try {
      const response = await fetch(path, { method: 'POST', body, credentials: 'omit' })
      return { status: response.status, body: await response.json() }
    } catch {
      return { status: 0, body: { error: unreachable } }
    }
  }

  const unreachable = {
    type: 'api_connection_error',
    message: 'We could not reach the payment service. Please check your connection and try again.',
  }

  /** Accepts the port from the first message of the surrounding page, which must be of our own origin.
   * @param {MessageEvent} event */
  function acceptPort(event) {
    if (event.source !== window.parent || event.origin !== new URL(location.href).origin) return
    const [given] = event.ports
    if (event.data?.type !== 'card-element' || !given) return
    window.removeEventListener('message', acceptPort)
    port = given
    publishableKey = String(event.data.publishableKey)
    translate(String(event.data.locale))
    port.addEventListener('message', ({ data }) => void handleMessage(data))
    port.start()
    apply(event.data.options ?? {})
    new ResizeObserver(() => port?.postMessage({ type: 'height', height: byId('card').offsetHeight })).observe(
      byId('card'),
    )
    lastChange = JSON.stringify([state(), 0])
    port.postMessage({ type: 'ready', height: byId('card').offsetHeight })
  }
  window.addEventListener('message', acceptPort)
}
