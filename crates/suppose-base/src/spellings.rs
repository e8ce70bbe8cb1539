//! Words and marks of a language: enums whose members each have one spelling, and are tokens of some kind.

/// Declares such an enum, with both ways between a member and its text, and the way to the kind of token.
#[macro_export]
macro_rules! spellings {
    ($(#[$meta:meta])* $name:ident in $kind:ident::$variant:ident { $($member:ident = $text:literal,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name {
            $(#[doc = concat!("`", $text, "`")] $member,)*
        }

        impl $name {
            /// The member that is written so.
            pub fn from_text(text: &str) -> Option<Self> {
                match text { $($text => Some(Self::$member),)* _ => None }
            }

            /// How it is written.
            pub const fn text(self) -> &'static str {
                match self { $(Self::$member => $text,)* }
            }
        }

        impl From<$name> for $kind {
            fn from(member: $name) -> Self {
                Self::$variant(member)
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.text())
            }
        }
    };
}
