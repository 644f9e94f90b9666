// @ts-check
// The card element's own page. It stands in a sandboxed frame, so the page around it cannot look inside;
// number and security code leave it only for the sandbox's API.
{
  /** @typedef {'amex' | 'diners' | 'discover' | 'jcb' | 'mastercard' | 'unionpay' | 'visa' | 'unknown'} Brand */
  /** @typedef {{ code: string, message: string, type: 'validation_error' }} Problem */
  /** @typedef {'number' | 'expiry' | 'cvc' | 'postal'} FieldName */

  /** @type {[Brand, RegExp][]} */
  const prefixes = [
    ['amex', /^3[47]/],
    ['diners', /^3(?:0[0-59]|[689])/],
    ['jcb', /^35(?:2[89]|[3-8])/],
    ['discover', /^(?:6011|64[4-9]|65)/],
    ['unionpay', /^62/],
    ['mastercard', /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/],
    ['visa', /^4/],
  ]
  /** @type {Record<Brand, number[]>} */
  const lengths = {
    amex: [15],
    diners: [14, 16],
    discover: [16],
    jcb: [16],
    mastercard: [16],
    unionpay: [16, 17, 18, 19],
    visa: [16],
    unknown: [16],
  }

  const fields = {
    number: input('number'),
    expiry: input('expiry'),
    cvc: input('cvc'),
    postal: input('postal'),
  }
  /** @type {FieldName[]} */
  const order = ['number', 'expiry', 'cvc', 'postal']
  /** Fields that were left, so that 'incomplete' may be said of them. @type {Set<FieldName>} */
  const left = new Set()
  const root = document.documentElement
  const brandIcon = byId('brand')
  const problemText = byId('problem')

  let publishableKey = ''
  let withPostal = true
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
  /** @param {string} number @returns {Brand} */
  const brandOf = (number) => prefixes.find(([, prefix]) => prefix.test(number))?.[0] ?? 'unknown'
  /** @param {Brand} brand */
  const maximum = (brand) => Math.max(...lengths[brand])
  const cvcLength = () => (brandOf(digits()) === 'amex' ? 4 : 3)

  /** The check digit of a card number. @param {string} number */
  function passesLuhn(number) {
    let sum = 0
    for (let index = 0; index < number.length; index += 1) {
      const digit = Number(number[number.length - 1 - index])
      sum += index % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2
    }
    return sum % 10 === 0
  }

  /** @param {string} number */
  function spaced(number) {
    const brand = brandOf(number)
    const groups =
      brand === 'amex'
        ? /^(\d{1,4})(\d{1,6})?(\d{1,5})?$/
        : brand === 'diners' && number.length <= 14
          ? /^(\d{1,4})(\d{1,6})?(\d{1,4})?$/
          : undefined
    const parts = groups ? (groups.exec(number)?.slice(1) ?? []) : (number.match(/\d{1,4}/g) ?? [])
    return parts.filter(Boolean).join(' ')
  }

  // What is wrong with each field. An unfinished one is only wrong once it was left.

  /** @param {string} code @param {string} message @returns {Problem} */
  const problem = (code, message) => ({ code, message, type: 'validation_error' })

  /** @type {Record<FieldName, () => Problem | undefined>} */
  const problems = {
    number() {
      const number = digits()
      const allowed = lengths[brandOf(number)]
      if (number.length < Math.min(...allowed)) return problem('incomplete_number', 'Your card number is incomplete.')
      return passesLuhn(number) && allowed.includes(number.length)
        ? undefined
        : problem('invalid_number', 'Your card number is invalid.')
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
      return digitsOf(fields.cvc.value).length < cvcLength()
        ? problem('incomplete_cvc', "Your card's security code is incomplete.")
        : undefined
    },
    postal() {
      return withPostal && fields.postal.value.length < 5
        ? problem('incomplete_zip', 'Your postal code is incomplete.')
        : undefined
    },
  }

  /** @param {FieldName} name */
  function shownProblem(name) {
    const found = problems[name]()
    const unfinished = found?.code.startsWith('incomplete')
    return unfinished && !left.has(name) ? undefined : found
  }

  // Typing.

  /** Writes `text` and puts the caret behind as many digits as stood before it. @param {HTMLInputElement} field @param {string} text */
  function rewrite(field, text) {
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
    const brand = brandOf(number)
    rewrite(fields.number, spaced(number.slice(0, maximum(brand))))
    brandIcon.dataset['brand'] = brand
    fields.cvc.maxLength = cvcLength()
    if (digitsOf(fields.cvc.value).length > cvcLength()) fields.cvc.value = fields.cvc.value.slice(0, cvcLength())
    if (!deleting && number.length >= Math.min(...lengths[brand]) && brand !== 'unionpay') advance('number')
  }

  /** @param {boolean} deleting */
  function formatExpiry(deleting) {
    const typed = fields.expiry.value
    const separated = /^\s*(\d{1,2})\s*[/.-]\s*(\d*)/.exec(typed)
    let text = separated
      ? `${String(separated[1]).padStart(2, '0')}${String(separated[2]).length === 4 ? String(separated[2]).slice(2) : separated[2]}`
      : digitsOf(typed)
    // '12' + '2030', as some browsers fill it in.
    if (/^\d{2}20\d{2}$/.test(text)) text = text.slice(0, 2) + text.slice(4)
    if (!deleting && /^[2-9]/.test(text)) text = `0${text}`
    if (/^1[3-9]/.test(text)) text = `0${text}`
    text = text.slice(0, 4)
    const shown = text.length > 2 || (text.length === 2 && !deleting) ? `${text.slice(0, 2)} / ${text.slice(2)}` : text
    rewrite(fields.expiry, shown)
    if (!deleting && text.length === 4) advance('expiry')
  }

  /** Goes on to the next field, if this one is right and the caret stands at its end. @param {FieldName} name */
  function advance(name) {
    const field = fields[name]
    if (document.activeElement !== field || field.selectionStart !== field.value.length || problems[name]()) return
    const next = order[order.indexOf(name) + 1]
    if (next && !(next === 'postal' && !withPostal)) fields[next].focus()
  }

  for (const name of order) {
    const field = fields[name]
    field.addEventListener('input', (event) => {
      const deleting = event instanceof InputEvent && event.inputType.startsWith('delete')
      if (name === 'number') formatNumber(deleting)
      if (name === 'expiry') formatExpiry(deleting)
      if (name === 'cvc') {
        rewrite(field, digitsOf(field.value).slice(0, cvcLength()))
        if (!deleting) advance('cvc')
      }
      if (name === 'postal') rewrite(field, digitsOf(field.value).slice(0, 5))
      tell()
    })
    field.addEventListener('keydown', (event) => {
      if (event.key === 'Enter') port?.postMessage({ type: 'submit' })
      if (event.key === 'Escape') port?.postMessage({ type: 'escape' })
      if (event.key === 'Backspace') eraseBackwards(event, name)
    })
    field.addEventListener('focusin', () => {
      if (!hasFocus) port?.postMessage({ type: 'focus' })
      hasFocus = true
    })
    field.addEventListener('focusout', () => {
      if (field.value !== '') left.add(name)
      tell()
      setTimeout(noticeBlur)
      // Where the whole number has no room, its last digits tell the most.
      if (name === 'number') requestAnimationFrame(() => (field.scrollLeft = field.scrollWidth))
    })
  }
  window.addEventListener('blur', () => setTimeout(noticeBlur))

  function noticeBlur() {
    if (!hasFocus || (document.hasFocus() && document.activeElement instanceof HTMLInputElement)) return
    hasFocus = false
    port?.postMessage({ type: 'blur' })
  }

  /** Backspace in an empty field returns to the one before; before a gap it takes the digit, not the gap.
   * @param {KeyboardEvent} event @param {FieldName} name */
  function eraseBackwards(event, name) {
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

  // Telling the outer page.

  function state() {
    const used = order.filter((name) => name !== 'postal' || withPostal)
    const shown = used.map((name) => ({ name, found: shownProblem(name) }))
    for (const { name, found } of shown) fields[name].setAttribute('aria-invalid', String(found !== undefined))
    const first = shown.find(({ found }) => found)?.found
    problemText.textContent = first?.message ?? ''
    return {
      elementType: 'card',
      empty: used.every((name) => fields[name].value === ''),
      complete: used.every((name) => problems[name]() === undefined),
      brand: brandOf(digits()),
      error: first,
      value: { postalCode: fields.postal.value },
    }
  }

  function tell() {
    const change = state()
    const text = JSON.stringify([change, digits().length])
    if (text === lastChange) return
    lastChange = text
    port?.postMessage({ type: 'change', change })
  }

  // Orders from the outer page.

  /** @type {[property: string, name: string, test: string][]} */
  const themed = [
    ['--color', 'color', 'color'],
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
    if (options['hidePostalCode'] !== undefined) withPostal = !options['hidePostalCode']
    if (options['value']?.postalCode !== undefined)
      fields.postal.value = digitsOf(String(options['value'].postalCode)).slice(0, 5)
    fields.postal.hidden = !withPostal
    if (options['hideIcon'] !== undefined) brandIcon.toggleAttribute('hidden', Boolean(options['hideIcon']))
    if (options['disabled'] !== undefined)
      for (const name of order) fields[name].disabled = Boolean(options['disabled'])
  }

  /** @param {string} property @param {unknown} value @param {string} test */
  function set(property, value, test) {
    if (typeof value === 'string' && CSS.supports(test, value)) root.style.setProperty(property, value)
  }

  /** @param {Record<string, any>} order */
  async function obey(order) {
    if (order['type'] === 'update') {
      apply(order['options'] ?? {})
      tell()
    }
    if (order['type'] === 'background') set('--background', order['color'], 'background-color')
    if (order['type'] === 'focus') (firstOpen() ?? fields.number).focus()
    if (order['type'] === 'blur' && document.activeElement instanceof HTMLElement) document.activeElement.blur()
    if (order['type'] === 'clear') clear()
    if (order['type'] === 'send') port?.postMessage({ type: 'answer', id: order['id'], ...(await send(order)) })
  }

  function firstOpen() {
    const name = order.find((each) => problems[each]())
    return name && fields[name]
  }

  function clear() {
    for (const name of order) fields[name].value = ''
    left.clear()
    formatNumber(true)
    tell()
  }

  /** Adds the card to a call and makes it. Only its answer goes back, which knows no more than the last four digits.
   * @param {Record<string, any>} order */
  async function send({ path, prefix, params }) {
    for (const name of Object.values(/** @type {FieldName[]} */ (['number', 'expiry', 'cvc', 'postal']))) left.add(name)
    tell()
    const wrong = state().error
    if (wrong) return { status: 0, body: { error: wrong } }
    const text = digitsOf(fields.expiry.value)
    const body = new URLSearchParams(params)
    /** @param {string} name */
    const inside = (name) => (prefix ? `${prefix}${name.replace(/^[^[]+/, '[$&]')}` : name)
    body.set('key', publishableKey)
    body.set(inside('type'), 'card')
    body.set(inside('card[number]'), digits())
    body.set(inside('card[exp_month]'), String(Number(text.slice(0, 2))))
    body.set(inside('card[exp_year]'), `20${text.slice(2)}`)
    body.set(inside('card[cvc]'), fields.cvc.value)
    if (withPostal) body.set(inside('billing_details[address][postal_code]'), fields.postal.value)
    try {
      const answer = await fetch(path, { method: 'POST', body, credentials: 'omit' })
      return { status: answer.status, body: await answer.json() }
    } catch {
      return { status: 0, body: { error: unreachable } }
    }
  }

  const unreachable = {
    type: 'api_connection_error',
    message: 'We could not reach the payment service. Please check your connection and try again.',
  }

  /** The first message, from the page around us and of our own origin, hands over the port; none after it counts.
   * @param {MessageEvent} event */
  function greet(event) {
    if (event.source !== window.parent || event.origin !== new URL(location.href).origin) return
    const [given] = event.ports
    if (event.data?.type !== 'card-element' || !given) return
    window.removeEventListener('message', greet)
    port = given
    publishableKey = String(event.data.publishableKey)
    port.addEventListener('message', (message) => void obey(message.data))
    port.start()
    apply(event.data.options ?? {})
    new ResizeObserver(() => port?.postMessage({ type: 'height', height: byId('card').offsetHeight })).observe(
      byId('card'),
    )
    lastChange = JSON.stringify([state(), 0])
    port.postMessage({ type: 'ready', height: byId('card').offsetHeight })
  }
  window.addEventListener('message', greet)
}
