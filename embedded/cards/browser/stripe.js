// @ts-check
// Defines window.Stripe with the calls of Stripe.js that the shop uses. Card details are typed into a sandboxed frame
// (frame.html), which this script cannot read.
{
  /** @typedef {Record<string, any>} Options */
  /** @typedef {{ status: number, body: Options }} Result */
  /** @typedef {(event?: any) => void} Listener */

  // The version that @stripe/stripe-js 10 expects.
  const version = 'endive'
  const scriptUrl = document.currentScript instanceof HTMLScriptElement ? document.currentScript.src : location.href
  const origin = new URL(scriptUrl).origin

  const unreachable = {
    type: 'api_connection_error',
    message: 'We could not reach the payment service. Please check your connection and try again.',
  }

  /** Returns an error for wrong use by the page's developer. @param {string} message */
  function integrationError(message) {
    const error = new Error(message)
    error.name = 'IntegrationError'
    return error
  }

  /** Flattens `{ a: { b: 1 } }` to the pairs `a[b]=1`. @param {Options} value @param {string} [path] @returns {[string, string][]} */
  function flatten(value, path = '') {
    return Object.entries(value).flatMap(([name, each]) => {
      const key = path === '' ? name : `${path}[${name}]`
      if (each === undefined || each === null) return []
      /** @type {[string, string][]} */
      const flat = typeof each === 'object' ? flatten(each, key) : [[key, String(each)]]
      return flat
    })
  }

  /** @param {'GET' | 'POST'} method @param {string} path @param {Options} params @returns {Promise<Result>} */
  async function request(method, path, params) {
    const form = new URLSearchParams(flatten(params))
    const [query, body] = method === 'GET' ? [`?${form}`, null] : ['', form]
    try {
      const result = await fetch(origin + path + query, { method, body, credentials: 'omit' })
      return { status: result.status, body: await result.json() }
    } catch {
      return { status: 0, body: { error: unreachable } }
    }
  }

  /** @param {string} path @param {string} title */
  function frame(path, title) {
    const element = document.createElement('iframe')
    // Without allow-same-origin the frame has an opaque origin: no script of this page can read the card.
    element.setAttribute('sandbox', 'allow-scripts')
    element.title = title
    element.src = origin + path
    return element
  }

  /** Sends one port of a channel to a loaded frame. An opaque origin can only be targeted by '*'; from then on
   * messages go to that frame alone. @param {HTMLIFrameElement} element @param {Options} message */
  function connect(element, message) {
    const channel = new MessageChannel()
    element.contentWindow?.postMessage(message, '*', [channel.port2])
    return channel.port1
  }

  const classNames = {
    base: 'StripeElement',
    complete: 'StripeElement--complete',
    empty: 'StripeElement--empty',
    focus: 'StripeElement--focus',
    invalid: 'StripeElement--invalid',
  }

  /** @param {string} publishableKey @param {string | undefined} locale @param {Options} given @param {() => void} onDestroy */
  function cardElement(publishableKey, locale, given, onDestroy) {
    /** @type {Map<string, Set<Listener>>} */
    const listeners = new Map()
    /** @type {Map<number, (result: Result) => void>} */
    const waiting = new Map()
    let options = { ...given }
    let calls = 0
    let destroyed = false
    /** @type {HTMLElement | undefined} */
    let container
    /** @type {HTMLIFrameElement | undefined} */
    let iframe
    /** @type {MessagePort | undefined} */
    let port

    /** @param {string} type @param {any} [event] */
    const emit = (type, event) => {
      for (const listener of listeners.get(type) ?? []) listener(event)
    }
    /** @param {keyof typeof classNames} name @param {boolean} on */
    const toggleClass = (name, on) => {
      container?.classList.toggle(classNames[name], on)
    }
    const assertNotDestroyed = () => {
      if (destroyed) throw integrationError('This Element has already been destroyed. Please create a new one.')
    }
    /** @param {number} height */
    const setHeight = (height) => {
      if (iframe) iframe.style.height = `${height}px`
    }

    /** @param {MessageEvent} message */
    function handleMessage({ data }) {
      if (data.type === 'height') setHeight(data.height)
      if (data.type === 'ready') {
        setHeight(data.height)
        emit('ready', { elementType: 'card' })
      }
      if (data.type === 'change') {
        toggleClass('empty', data.change.empty)
        toggleClass('complete', data.change.complete)
        toggleClass('invalid', data.change.error !== undefined)
        emit('change', data.change)
      }
      if (data.type === 'focus' || data.type === 'blur') toggleClass('focus', data.type === 'focus')
      if (data.type === 'submit') submitForm()
      if (data.type === 'result') {
        waiting.get(data.id)?.({ status: data.status, body: data.body })
        waiting.delete(data.id)
      }
    }

    /** Submits the form around the element, as Enter does in any field. */
    function submitForm() {
      const form = container?.closest('form')
      const button = form?.querySelector('button:not([type=button]):not([type=reset]), input[type=submit]')
      if (!form || (button && button.matches(':disabled'))) return
      form.requestSubmit()
    }

    /** Focuses the card on a click on the label of its container. @param {Event} event */
    function focusFromLabel(event) {
      const label = event.target instanceof Element ? event.target.closest('label') : null
      if (label && container?.id && label.htmlFor === container.id) element.focus()
    }

    function detach() {
      document.removeEventListener('click', focusFromLabel)
      port?.close()
      iframe?.remove()
      for (const name of /** @type {(keyof typeof classNames)[]} */ (Object.keys(classNames))) toggleClass(name, false)
      for (const resolve of waiting.values()) resolve({ status: 0, body: { error: elementRemoved } })
      waiting.clear()
      port = iframe = container = undefined
    }

    const element = {
      _elementType: 'card',
      /** @param {HTMLElement} place */
      mount(place) {
        assertNotDestroyed()
        if (container === place && iframe) return element
        detach()
        container = place
        const made = frame('/cards/frame', 'Secure card payment input frame')
        iframe = made
        Object.assign(made.style, {
          border: '0',
          colorScheme: 'light',
          display: 'block',
          height: '1.5em',
          margin: '0',
          overflow: 'hidden',
          padding: '0',
          width: '100%',
        })
        made.addEventListener('load', () => {
          port?.close()
          port = connect(made, { type: 'card-element', publishableKey, locale, options: toData(options) })
          port.addEventListener('message', handleMessage)
          port.start()
        })
        made.addEventListener('error', () => emit('loaderror', { elementType: 'card', error: unreachable }))
        place.replaceChildren(made)
        document.addEventListener('click', focusFromLabel)
        toggleClass('base', true)
        toggleClass('empty', true)
        return element
      },
      destroy() {
        assertNotDestroyed()
        detach()
        listeners.clear()
        destroyed = true
        onDestroy()
        return element
      },
      /** @param {string} type @param {Listener} listener */
      on(type, listener) {
        const all = listeners.get(type) ?? new Set()
        listeners.set(type, all.add(listener))
        return element
      },
      /** @param {string} type @param {Listener} listener */
      off(type, listener) {
        listeners.get(type)?.delete(listener)
        return element
      },
      /** @param {Options} changes */
      update(changes) {
        assertNotDestroyed()
        options = { ...options, ...changes }
        port?.postMessage({ type: 'update', options: toData(changes) })
        return element
      },
      clear() {
        port?.postMessage({ type: 'clear' })
        return element
      },
      focus() {
        iframe?.focus()
        port?.postMessage({ type: 'focus' })
        return element
      },
    }

    /** Makes the frame add the card to a confirmation and send it. @param {string} path @param {Options} params @returns {Promise<Result>} */
    function send(path, params) {
      const open = port
      if (!open)
        throw integrationError(
          'We could not retrieve data from the specified Element. Please make sure the Element you are attempting to use is still mounted.',
        )
      calls += 1
      const id = calls
      return new Promise((resolve) => {
        waiting.set(id, resolve)
        open.postMessage({ type: 'send', id, path, params: Object.fromEntries(flatten(params)) })
      })
    }
    senders.set(element, send)
    return element
  }

  const elementRemoved = { type: 'invalid_request_error', message: 'The card form was closed.' }

  /** Holds each element's `send`, out of reach of the page. @type {WeakMap<object, (path: string, params: Options) => Promise<Result>>} */
  const senders = new WeakMap()

  /** Returns a copy that a message channel can transfer. @param {Options} options @returns {Options} */
  const toData = (options) => JSON.parse(JSON.stringify(options))

  /** @param {string} publishableKey @param {string | undefined} locale */
  function elementsGroup(publishableKey, locale) {
    /** @type {ReturnType<typeof cardElement> | undefined} */
    let card
    /** @param {any} type */
    const nameOf = (type) => (typeof type === 'string' ? type : type?.__elementType)
    return {
      /** @param {string} type @param {Options} [options] */
      create(type, options = {}) {
        if (type !== 'card')
          throw integrationError(
            `A valid Element name must be provided. Valid Elements are: card; you passed: ${String(type)}.`,
          )
        if (card) throw integrationError("Can't create more than one card Element with the same elements() instance.")
        card = cardElement(publishableKey, locale, options, () => {
          card = undefined
        })
        return card
      },
      /** @param {any} type */
      getElement: (type) => (nameOf(type) === 'card' ? (card ?? null) : null),
      update() {},
    }
  }

  /** @param {unknown} secret @param {string} call @param {'pi' | 'seti'} [prefix] */
  function intentIdOf(secret, call, prefix = 'pi') {
    const id = typeof secret === 'string' ? /^(\w+)_secret_\w+$/.exec(secret)?.[1] : undefined
    if (!id?.startsWith(`${prefix}_`))
      throw integrationError(
        `Invalid value for ${call} intent secret: value should be a client secret of the form \${id}_secret_\${secret}.`,
      )
    return id
  }

  /** @param {Result} result */
  const asIntent = ({ body }) =>
    body['error']
      ? { error: body['error'] }
      : { [body['object'] === 'setup_intent' ? 'setupIntent' : 'paymentIntent']: body }

  /** Shows the bank's page in a dialog; closing it fails the challenge. @param {string} publishableKey @param {string | undefined} locale @param {Options} intent @returns {Promise<Result>} */
  function showChallenge(publishableKey, locale, intent) {
    const source = intent['next_action'].use_stripe_sdk.three_d_secure_2_source
    const dialog = document.createElement('dialog')
    const name = locale === 'de' ? 'Prüfung der Karte' : 'Card authentication'
    const page = frame('/cards/challenge', name)
    dialog.setAttribute('aria-label', name)
    Object.assign(dialog.style, {
      border: '0',
      borderRadius: '0.5rem',
      height: 'min(25rem, 90dvh)',
      margin: 'auto',
      overflow: 'hidden',
      padding: '0',
      width: 'min(30rem, 94vw)',
    })
    Object.assign(page.style, { border: '0', display: 'block', height: '100%', width: '100%' })
    dialog.append(page)
    document.body.append(dialog)
    return new Promise((resolve) => {
      /** @param {Result | Promise<Result>} result */
      const end = (result) => {
        dialog.close()
        dialog.remove()
        resolve(result)
      }
      page.addEventListener('load', () => {
        const port = connect(page, {
          type: 'card-challenge',
          publishableKey,
          locale,
          id: intent['id'],
          clientSecret: intent['client_secret'],
          source,
          amount: intent['amount'],
          currency: intent['currency'],
        })
        port.addEventListener('message', ({ data }) => end(data))
        port.start()
      })
      dialog.addEventListener('cancel', (event) => {
        event.preventDefault()
        const path = `/v1/${intent['object']}s/${intent['id']}/challenge`
        end(
          request('POST', path, {
            key: publishableKey,
            client_secret: intent['client_secret'],
            source,
            outcome: 'fail',
          }),
        )
      })
      dialog.showModal()
    })
  }

  /** Handles the next action of an intent, if it has one. @param {string} publishableKey @param {string | undefined} locale @param {Result} result */
  async function handleNextAction(publishableKey, locale, result) {
    if (result.body['next_action']?.type !== 'use_stripe_sdk') return asIntent(result)
    const after = await showChallenge(publishableKey, locale, result.body)
    const { object, status, last_payment_error: unpaid, last_setup_error: unsaved } = after.body
    const failed = status === 'requires_payment_method' && (unpaid ?? unsaved)
    return failed ? { error: { ...failed, [object]: after.body } } : asIntent(after)
  }

  const notSupported = async () => ({
    error: { type: 'invalid_request_error', message: 'The card sandbox does not support this call.' },
  })

  /** @param {string} publishableKey @param {Options} [options] */
  function Stripe(publishableKey, options) {
    if (typeof publishableKey !== 'string' || !publishableKey.startsWith('pk_test_'))
      throw integrationError(
        'Please call Stripe() with your publishable key. You used an empty string or a key of another kind.',
      )

    const locale = options?.['locale']
    return {
      version,
      elements: () => elementsGroup(publishableKey, locale),
      _registerWrapper() {},
      registerAppInfo() {},

      /** @param {string} secret @param {{ payment_method?: string | { card?: object, billing_details?: Options }, setup_future_usage?: string }} [data] */
      async confirmCardPayment(secret, { payment_method: method = {}, setup_future_usage } = {}) {
        const path = `/v1/payment_intents/${intentIdOf(secret, 'stripe.confirmCardPayment')}/confirm`
        const common = { client_secret: secret, use_stripe_sdk: true, setup_future_usage }
        // A saved card, by its id.
        if (typeof method === 'string')
          return handleNextAction(
            publishableKey,
            locale,
            await request('POST', path, { ...common, key: publishableKey, payment_method: method }),
          )
        const { card, billing_details } = method
        const send = card && senders.get(card)
        if (!send) throw integrationError('Invalid value for payment_method: it should hold a card Element.')
        return handleNextAction(
          publishableKey,
          locale,
          await send(path, { ...common, payment_method_data: { billing_details } }),
        )
      },

      /** @param {string} secret @param {{ payment_method?: { card?: object, billing_details?: Options } }} [data] */
      async confirmCardSetup(secret, { payment_method: { card, billing_details } = {} } = {}) {
        const path = `/v1/setup_intents/${intentIdOf(secret, 'stripe.confirmCardSetup', 'seti')}/confirm`
        const send = card && senders.get(card)
        if (!send) throw integrationError('Invalid value for payment_method: it should hold a card Element.')
        const params = { client_secret: secret, use_stripe_sdk: true, payment_method_data: { billing_details } }
        return handleNextAction(publishableKey, locale, await send(path, params))
      },

      /** @param {string} secret */
      async retrievePaymentIntent(secret) {
        const path = `/v1/payment_intents/${intentIdOf(secret, 'stripe.retrievePaymentIntent')}`
        return asIntent(await request('GET', path, { key: publishableKey, client_secret: secret }))
      },

      // @stripe/react-stripe-js requires both to exist; the shop calls neither.
      createPaymentMethod: notSupported,
      createToken: notSupported,
    }
  }
  Stripe.version = version
  Object.assign(window, { Stripe })
}
