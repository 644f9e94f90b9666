export default function BlogRoute() {
  return <h1 className="text-4xl">Blog</h1>
}
