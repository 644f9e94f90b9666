import { index, layout, route, type RouteConfig } from '@react-router/dev/routes'

/** Every page of the shop. Calls of the API live in the contract; only POST /login shares a path with a page. */
export default [
  route('robots.txt', 'site-content/robots.route.ts'),
  route('sitemap.xml', 'site-content/sitemap.route.ts'),
  layout('site-content/shop-layout.tsx', [
    index('site-content/home.route.tsx'),
    route('home', 'site-content/home.route.tsx', { id: 'home' }),
    route('products', 'catalog/products.route.tsx'),
    route('products/:id', 'orders/purchase.route.tsx'),
    route('blog', 'site-content/blog.route.tsx'),
    route('plumbing', 'site-content/plumbing.route.tsx'),
    route('newsletter', 'site-content/newsletter.route.tsx'),
    route('portfolio', 'site-content/portfolio.route.tsx'),
    route('sign-in', 'identity/sign-in.route.tsx'),
    route('signin', 'identity/to-sign-in.route.tsx', { id: 'signin' }),
    route('login', 'identity/to-sign-in.route.tsx', { id: 'login' }),
    route('signup', 'identity/sign-up.route.tsx'),
    route('auth/action', 'identity/mail-action.route.tsx'),
    route('dashboard', 'accounts/dashboard.route.tsx', [
      index('orders/my-orders.route.tsx'),
      route('my-profile', 'accounts/my-profile.route.tsx'),
      route('review', 'reviews/add-review.route.tsx'),
      route('order/:id', 'payments/order-details.route.tsx'),
      route('payment/:id', 'payments/payment.route.tsx'),
      route('all-order', 'orders/all-orders.route.tsx'),
      route('all-order/:id', 'payments/order-details-for-admin.route.tsx'),
      route('manage-products', 'catalog/manage-products.route.tsx'),
      route('manage-products/:id', 'catalog/edit-product.route.tsx'),
      route('add-product', 'catalog/add-product.route.tsx'),
      route('reviews', 'reviews/manage-reviews.route.tsx'),
      route('site-content', 'site-content/edit-site-content.route.tsx'),
      route('make-admin', 'accounts/make-admin.route.tsx'),
    ]),
    route('docs/api', 'api/api-reference.route.tsx'),
    route('*', 'site-content/not-found.route.tsx'),
  ]),
] satisfies RouteConfig
