# Homebrew formula of axiomine {{.Version}}. It goes into a tap: homebrew-axiomine/Formula/axiomine.rb.
class Axiomine < Formula
  desc "{{.Description}}"
  homepage "{{.Repository}}"
  version "{{.Version}}"
  license "{{.License}}"
{{range .Systems}}
  on_{{.Name}} do
{{- range .Archives}}
    on_{{.Processor}} do
      url "{{.URL}}"
      sha256 "{{.SHA256}}"
    end
{{- end}}
  end
{{end}}
  def install
    bin.install "axiomine"
    man1.install Dir["man/*.1"]
    bash_completion.install "completions/axiomine.bash" => "axiomine"
    zsh_completion.install "completions/axiomine.zsh" => "_axiomine"
    fish_completion.install "completions/axiomine.fish"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/axiomine --version")
  end
end
