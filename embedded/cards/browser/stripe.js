// @ts-check
// Defines window.Stripe with the calls of Stripe.js that a card payment needs. The card itself is typed in a frame
// of its own (frame.html), which this script cannot read.
{
  /** @typedef {Record<string, any>} Options */
  /** @typedef {{ status: number, body: Options }} Answer */
  /** @typedef {(event?: any) => void} Listener */

  // What loadStripe() of @stripe/stripe-js 10 looks for.
  const version = 'endive'
  const here = document.currentScript instanceof HTMLScriptElement ? document.currentScript.src : location.href
  const origin = new URL(here).origin

  const unreachable = {
    type: 'api_connection_error',
    message: 'We could not reach the payment service. Please check your connection and try again.',
  }

  /** A mistake of the page's developer. @param {string} message */
  function integrationError(message) {
    const error = new Error(message)
    error.name = 'IntegrationError'
    return error
  }

  /** `{ a: { b: 1 } }` as the pairs `a[b]=1`. @param {Options} value @param {string} [path] @returns {[string, string][]} */
  function pairs(value, path = '') {
    return Object.entries(value).flatMap(([name, each]) => {
      const key = path === '' ? name : `${path}[${name}]`
      if (each === undefined || each === null) return []
      /** @type {[string, string][]} */
      const flat = typeof each === 'object' ? pairs(each, key) : [[key, String(each)]]
      return flat
    })
  }

  /** @param {string} path @param {Options} params @returns {Promise<Answer>} */
  async function post(path, params) {
    try {
      const body = new URLSearchParams(pairs(params))
      const answer = await fetch(origin + path, { method: 'POST', body, credentials: 'omit' })
      return { status: answer.status, body: await answer.json() }
    } catch {
      return { status: 0, body: { error: unreachable } }
    }
  }

  /** @param {string} path @param {Options} params @returns {Promise<Answer>} */
  async function get(path, params) {
    try {
      const answer = await fetch(`${origin}${path}?${new URLSearchParams(pairs(params))}`, { credentials: 'omit' })
      return { status: answer.status, body: await answer.json() }
    } catch {
      return { status: 0, body: { error: unreachable } }
    }
  }

  /** @param {string} path @param {string} title */
  function frame(path, title) {
    const element = document.createElement('iframe')
    // Without allow-same-origin the frame has an origin of its own: a script in this page cannot reach the card.
    element.setAttribute('sandbox', 'allow-scripts')
    element.title = title
    element.src = origin + path
    return element
  }

  /** Hands one end of a channel to a loaded frame. Its origin is opaque, so '*' is the only target that names it;
   * the port then speaks with that frame alone. @param {HTMLIFrameElement} element @param {Options} message */
  function connect(element, message) {
    const channel = new MessageChannel()
    element.contentWindow?.postMessage(message, '*', [channel.port2])
    return channel.port1
  }

  const darkness = window.matchMedia('(prefers-color-scheme: dark)')

  /** The plain colour behind an element, or none where there is a picture. @param {Element | null} element */
  function backgroundOf(element) {
    for (let here = element; here; here = here.parentElement) {
      const { backgroundColor, backgroundImage } = getComputedStyle(here)
      if (backgroundImage !== 'none') return 'transparent'
      if (!/^rgba\(.*, 0\)$|^transparent$|\/ 0\)$/.test(backgroundColor)) return backgroundColor
    }
    return 'transparent'
  }

  const classNames = {
    base: 'StripeElement',
    complete: 'StripeElement--complete',
    empty: 'StripeElement--empty',
    focus: 'StripeElement--focus',
    invalid: 'StripeElement--invalid',
  }

  /** @param {string} publishableKey @param {Options} given @param {() => void} onDestroy */
  function cardElement(publishableKey, given, onDestroy) {
    /** @type {Map<string, Set<Listener>>} */
    const listeners = new Map()
    /** @type {Map<number, (answer: Answer) => void>} */
    const waiting = new Map()
    const classes = { ...classNames, ...given['classes'] }
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
    const mark = (name, on) => {
      for (const each of String(classes[name]).split(/\s+/).filter(Boolean)) container?.classList.toggle(each, on)
    }
    const assertAlive = () => {
      if (destroyed) throw integrationError('This Element has already been destroyed. Please create a new one.')
    }
    /** @param {number} height */
    const setHeight = (height) => {
      if (iframe) iframe.style.height = `${height}px`
    }

    /** The frame paints what stands behind it, so that tools which measure contrast inside see the true colours. */
    const paint = () => {
      if (container) port?.postMessage({ type: 'background', color: backgroundOf(container) })
    }

    /** @param {MessageEvent} message */
    function hear({ data }) {
      if (data.type === 'height') setHeight(data.height)
      if (data.type === 'ready') {
        setHeight(data.height)
        paint()
        emit('ready', { elementType: 'card' })
      }
      if (data.type === 'change') {
        mark('empty', data.change.empty)
        mark('complete', data.change.complete)
        mark('invalid', data.change.error !== undefined)
        paint()
        emit('change', data.change)
      }
      if (data.type === 'focus' || data.type === 'blur') {
        mark('focus', data.type === 'focus')
        paint()
        emit(data.type, { elementType: 'card' })
      }
      if (data.type === 'escape') emit('escape', { elementType: 'card' })
      if (data.type === 'submit') submitForm()
      if (data.type === 'answer') {
        waiting.get(data.id)?.({ status: data.status, body: data.body })
        waiting.delete(data.id)
      }
    }

    /** Enter in the card sends the form around it, as in any field. */
    function submitForm() {
      const form = container?.closest('form')
      const button = form?.querySelector('button:not([type=button]):not([type=reset]), input[type=submit]')
      if (!form || (button && button.matches(':disabled'))) return
      form.requestSubmit()
    }

    /** A click on the label of the element's container goes to the card. @param {Event} event */
    function followLabel(event) {
      const label = event.target instanceof Element ? event.target.closest('label') : null
      if (label && container?.id && label.htmlFor === container.id) element.focus()
    }

    /** After a change between light and dark, when the page has its new colours. */
    const repaint = () => {
      paint()
      setTimeout(paint, 300)
    }

    function detach() {
      document.removeEventListener('click', followLabel)
      darkness.removeEventListener('change', repaint)
      port?.close()
      iframe?.remove()
      for (const name of /** @type {(keyof typeof classNames)[]} */ (Object.keys(classNames))) mark(name, false)
      for (const resolve of waiting.values()) resolve({ status: 0, body: { error: removed } })
      waiting.clear()
      port = iframe = container = undefined
    }

    const element = {
      _elementType: 'card',
      /** @param {string | HTMLElement} target */
      mount(target) {
        assertAlive()
        const place = typeof target === 'string' ? document.querySelector(target) : target
        if (!(place instanceof HTMLElement))
          throw integrationError(
            `The selector you specified (${typeof target === 'string' ? target : 'no element'}) applies to no DOM elements that are currently on the page.`,
          )
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
          port = connect(made, { type: 'card-element', publishableKey, options: plain(options) })
          port.addEventListener('message', hear)
          port.start()
        })
        made.addEventListener('error', () => emit('loaderror', { elementType: 'card', error: unreachable }))
        place.replaceChildren(made)
        document.addEventListener('click', followLabel)
        darkness.addEventListener('change', repaint)
        mark('base', true)
        mark('empty', true)
        return element
      },
      unmount() {
        assertAlive()
        detach()
        return element
      },
      destroy() {
        assertAlive()
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
      once(type, listener) {
        /** @param {any} event */
        const first = (event) => {
          element.off(type, first)
          listener(event)
        }
        return element.on(type, first)
      },
      /** @param {string} type @param {Listener} [listener] */
      off(type, listener) {
        if (listener) listeners.get(type)?.delete(listener)
        else listeners.delete(type)
        return element
      },
      /** @param {Options} changes */
      update(changes) {
        assertAlive()
        options = { ...options, ...changes }
        port?.postMessage({ type: 'update', options: plain(changes) })
        paint()
        return element
      },
      focus() {
        iframe?.focus()
        port?.postMessage({ type: 'focus' })
        return element
      },
      blur() {
        port?.postMessage({ type: 'blur' })
        return element
      },
      clear() {
        port?.postMessage({ type: 'clear' })
        return element
      },
    }

    /** Lets the frame add the card to a call. @param {string} path @param {string} prefix @param {Options} params @returns {Promise<Answer>} */
    function send(path, prefix, params) {
      const open = port
      if (!open)
        throw integrationError(
          'We could not retrieve data from the specified Element. Please make sure the Element you are attempting to use is still mounted.',
        )
      calls += 1
      const id = calls
      return new Promise((resolve) => {
        waiting.set(id, resolve)
        open.postMessage({ type: 'send', id, path, prefix, params: Object.fromEntries(pairs(params)) })
      })
    }
    senders.set(element, send)
    return element
  }

  const removed = { type: 'invalid_request_error', message: 'The card form was closed.' }

  /** What an element can do for us and for nobody else. @type {WeakMap<object, (path: string, prefix: string, params: Options) => Promise<Answer>>} */
  const senders = new WeakMap()

  /** Only data goes through a channel. @param {Options} options @returns {Options} */
  const plain = (options) => JSON.parse(JSON.stringify(options))

  /** @param {string} publishableKey @param {Options} [_options] */
  function elementsGroup(publishableKey, _options) {
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
        card = cardElement(publishableKey, options, () => {
          card = undefined
        })
        return card
      },
      /** @param {any} type */
      getElement: (type) => (nameOf(type) === 'card' ? (card ?? null) : null),
      update() {},
      fetchUpdates: async () => ({}),
      submit: async () => ({}),
    }
  }

  /** @param {unknown} secret @param {string} call */
  function intentIdOf(secret, call) {
    const id = typeof secret === 'string' ? /^(pi_\w+)_secret_\w+$/.exec(secret)?.[1] : undefined
    if (!id)
      throw integrationError(
        `Invalid value for ${call} intent secret: value should be a client secret of the form \${id}_secret_\${secret}.`,
      )
    return id
  }

  /** @param {Answer} answer */
  const asIntent = ({ body }) => (body['error'] ? { error: body['error'] } : { paymentIntent: body })

  /** Shows the bank's page in a dialog; closing it is a no. @param {string} publishableKey @param {Options} intent @returns {Promise<Answer>} */
  function challenge(publishableKey, intent) {
    const source = intent['next_action'].use_stripe_sdk.three_d_secure_2_source
    const dialog = document.createElement('dialog')
    const page = frame('/cards/challenge', 'Card authentication')
    dialog.setAttribute('aria-label', 'Card authentication')
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
      /** @param {Answer | Promise<Answer>} answer */
      const end = (answer) => {
        dialog.close()
        dialog.remove()
        resolve(answer)
      }
      page.addEventListener('load', () => {
        const port = connect(page, {
          type: 'card-challenge',
          publishableKey,
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
        const path = `/v1/payment_intents/${intent['id']}/challenge`
        end(post(path, { key: publishableKey, client_secret: intent['client_secret'], source, outcome: 'fail' }))
      })
      dialog.showModal()
    })
  }

  /** Leads an intent through what it still asks of the buyer. @param {string} publishableKey @param {Answer} answer */
  async function act(publishableKey, answer) {
    if (answer.body['next_action']?.type !== 'use_stripe_sdk') return asIntent(answer)
    const after = await challenge(publishableKey, answer.body)
    const failed = after.body['status'] === 'requires_payment_method' && after.body['last_payment_error']
    return failed ? { error: { ...failed, payment_intent: after.body } } : asIntent(after)
  }

  /** @param {string} publishableKey @param {Options} [_options] */
  function Stripe(publishableKey, _options) {
    if (typeof publishableKey !== 'string' || !publishableKey.startsWith('pk_test_'))
      throw integrationError(
        'Please call Stripe() with your publishable key. You used an empty string or a key of another kind.',
      )

    /** The card of a call: an element, or the id of a payment method. @param {any} method @returns {{ send?: (path: string, prefix: string, params: Options) => Promise<Answer>, billing_details?: Options, id?: string }} */
    const readMethod = (method) => {
      if (typeof method === 'string') return { id: method }
      const { card, billing_details } = method ?? {}
      const send = typeof card === 'object' && card !== null ? senders.get(card) : undefined
      if (method !== undefined && !send)
        throw integrationError('Invalid value for payment_method: it should be an id or hold a card Element.')
      return { ...(send ? { send } : {}), billing_details }
    }

    return {
      version,
      elements: (/** @type {Options} */ options) => elementsGroup(publishableKey, options),
      _registerWrapper() {},
      registerAppInfo() {},

      /** @param {string} secret @param {Options} [data] @param {{ handleActions?: boolean }} [options] */
      async confirmCardPayment(secret, data = {}, { handleActions = true } = {}) {
        const path = `/v1/payment_intents/${intentIdOf(secret, 'stripe.confirmCardPayment')}/confirm`
        const { payment_method, ...rest } = data
        const { send, billing_details, id } = readMethod(payment_method)
        const params = { ...rest, client_secret: secret, use_stripe_sdk: true }
        const answer = send
          ? await send(path, 'payment_method_data', { ...params, payment_method_data: { billing_details } })
          : await post(path, { ...params, payment_method: id, key: publishableKey })
        return handleActions ? act(publishableKey, answer) : asIntent(answer)
      },

      /** @param {Options} data */
      async createPaymentMethod(data) {
        const { type = 'card', card, billing_details, metadata } = data
        if (type !== 'card') throw integrationError('Invalid value for createPaymentMethod: type should be card.')
        const { send } = readMethod({ card })
        if (!send) throw integrationError('Invalid value for createPaymentMethod: card should be a card Element.')
        const { body } = await send('/v1/payment_methods', '', { billing_details, metadata })
        return body['error'] ? { error: body['error'] } : { paymentMethod: body }
      },

      /** @param {string} secret */
      async retrievePaymentIntent(secret) {
        const path = `/v1/payment_intents/${intentIdOf(secret, 'stripe.retrievePaymentIntent')}`
        return asIntent(await get(path, { key: publishableKey, client_secret: secret }))
      },

      /** @param {{ clientSecret: string }} options */
      async handleNextAction({ clientSecret }) {
        const path = `/v1/payment_intents/${intentIdOf(clientSecret, 'stripe.handleNextAction')}`
        return act(publishableKey, await get(path, { key: publishableKey, client_secret: clientSecret }))
      },

      /** @param {string} clientSecret */
      async handleCardAction(clientSecret) {
        const path = `/v1/payment_intents/${intentIdOf(clientSecret, 'stripe.handleCardAction')}`
        return act(publishableKey, await get(path, { key: publishableKey, client_secret: clientSecret }))
      },

      async createToken() {
        const message = 'Tokens are not available here. Please use createPaymentMethod.'
        return { error: { type: 'invalid_request_error', message } }
      },
    }
  }
  Stripe.version = version
  Object.assign(window, { Stripe })
}
