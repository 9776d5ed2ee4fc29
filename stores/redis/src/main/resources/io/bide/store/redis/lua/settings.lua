-- Shows the settings of the topic.
--
-- Answer: the settings as they are stored, '' if it was never configured
--@include call
return T.finish(meant.settings)
